/** Why the system refuses to open, read or write a file, in plain words. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission is denied",
  EISDIR: "it is a folder",
  ELOOP: "its links lead in a circle",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "there is no such file or folder",
  ENOSPC: "no space is left on the device",
  ENOTDIR: "a part of its path is not a folder",
  EPERM: "permission is denied",
  EROFS: "the file system is read-only",
};

/** The fault in words, or else the error's code, or else its message without the call and the path. */
export function systemFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code: unknown = Reflect.get(error, "code");
  if (typeof code !== "string") return error.message;
  return WORDS[code] ?? /^E[A-Z0-9]+: [^,]+/.exec(error.message)?.[0] ?? code;
}
