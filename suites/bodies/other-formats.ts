/** Edits that write the content of an ordinary body in another format; `text-edits.ts` says what an edit is. */
import type { TextEdit } from "./text-edits.ts";

function inOtherFormat(
  write: (members: readonly (readonly [string, string])[]) => readonly string[],
): TextEdit["texts"] {
  return (text) => {
    const members = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>);
    return write(members.map(([name, value]) => [name, String(value)] as const));
  };
}

const inYaml = inOtherFormat((members) => [members.map(([name, value]) => `${name}: ${value}\n`).join("")]);

const inXml = inOtherFormat((members) => {
  const element = `<plant>${members.map(([name, value]) => `<${name}>${value}</${name}>`).join("")}</plant>`;
  return [element, `<?xml version="1.0"?>\n${element}`];
});

const BOUNDARY = "plant-store-boundary";

const inParts = inOtherFormat((members) => {
  const parts = members.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return [`${parts.join("")}--${BOUNDARY}--\r\n`];
});

const inForm = inOtherFormat((members) => [new URLSearchParams(Object.fromEntries(members)).toString()]);

/** The edits of the list of other formats. */
export const otherFormats: readonly TextEdit[] = (
  [
    { slug: "yaml", title: "A body of YAML is refused", texts: inYaml },
    {
      slug: "yaml-declared-as-yaml",
      title: "A body of YAML that is declared as YAML is refused",
      texts: inYaml,
      mediaType: "application/yaml",
    },
    // Providers that read XML mostly do so only if it is declared.
    { slug: "xml", title: "A body of XML is refused", texts: inXml, mediaType: "application/xml" },
    { slug: "xml-declared-as-json", title: "A body of XML that is declared as JSON is refused", texts: inXml },
    { slug: "form", title: "A form declared as JSON is refused", texts: inForm },
    {
      slug: "multipart",
      requirement: "refuses-other-media-types",
      title: "A form of several parts is refused",
      texts: inParts,
      mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
    },
  ] as const
).map((format) => ({ ...format, isInOrder: true }));
