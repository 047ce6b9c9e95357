/** Completion in a shell: the script that a shell loads, and the hidden command that the script calls. */
import { Argument, Command } from "commander";
import type { ExitWith, Io } from "../io.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** Adds both commands. */
export function addCompletion(program: Command, _: Io, exitWith: ExitWith): void {
  program
    .command("completion")
    .description("print a script for completion in bash, zsh, fish or PowerShell")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .addHelpText("after", HELP)
    .action(async (shell: string) => {
      const { default: tab } = await import("@bomb.sh/tab");
      // oxlint-disable-next-line no-console -- the library prints the script with console.log as well
      if (shell === "bash") console.log(WITHOUT_BASH_COMPLETION);
      tab.setup(program.name(), program.name(), shell);
      exitWith(0);
    });
  program
    .command("complete", { hidden: true })
    .description("what may come next on a command line; the script of completion calls it")
    .argument("[words...]")
    .action(async (words: readonly string[]) => {
      const { default: completing } = await import("@bomb.sh/tab/commander");
      completing(programWithout(program)).parse([...words]);
      exitWith(0);
    });
}

/** The commands of the help, in a separate program, because the completion library adds commands to it. */
function programWithout(program: Command): Command {
  const other = new Command(program.name());
  for (const command of program.commands) {
    if (command.name() !== "complete" && command.name() !== "completion") other.addCommand(command);
  }
  return other;
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

const HELP = `
Examples:
  plant-store-conformance completion bash >> ~/.bashrc
  plant-store-conformance completion zsh > "\${fpath[1]}/_plant-store-conformance"
  plant-store-conformance completion fish > ~/.config/fish/completions/plant-store-conformance.fish
  plant-store-conformance completion powershell >> $PROFILE

Exit status: 0 printed, 2 wrong usage.`;
