/** Completion in a shell: the script that a shell loads, and what the script asks for. */
import { Command } from "commander";

/** Prints the script for a shell. */
export async function printScript(shell: string, command: Command): Promise<number> {
  const { default: tab } = await import("@bomb.sh/tab");
  const name = programOf(command).name();
  // oxlint-disable-next-line no-console -- the library prints the script with console.log as well
  if (shell === "bash") console.log(WITHOUT_BASH_COMPLETION);
  tab.setup(name, name, shell);
  return 0;
}

/** Prints what may come next on a command line. */
export async function complete(words: readonly string[], command: Command): Promise<number> {
  const { default: completing } = await import("@bomb.sh/tab/commander");
  const program = programOf(command);
  // A separate program, because the completion library adds commands to it.
  const other = new Command(program.name());
  for (const one of program.commands) {
    if (one.name() !== "complete" && one.name() !== "completion") other.addCommand(one);
  }
  completing(other).parse([...words]);
  return 0;
}

function programOf(command: Command): Command {
  return command.parent ?? command;
}

/** Defines a function of the package bash-completion that the script uses and a plain bash does not have. */
const WITHOUT_BASH_COMPLETION = `if ! declare -F _get_comp_words_by_ref > /dev/null; then
    _get_comp_words_by_ref() {
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
        cur=\${COMP_WORDS[COMP_CWORD]}
        prev=\${COMP_WORDS[COMP_CWORD - 1]}
    }
fi`;
