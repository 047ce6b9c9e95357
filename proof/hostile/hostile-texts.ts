/**
 * What a hostile provider may answer: one text for each effect it aims at. Used in every place that a provider can
 * write to.
 */
export const hostileTexts: ReadonlyArray<readonly [aim: string, text: string]> = [
  [
    "a terminal: colour, cursor, title and clipboard",
    "\u001b[31mred\u001b[2J\u001b[1A\u001b]0;title\u0007\u001b]52;c;aGk=\u0007",
  ],
  ["a terminal: a link", "\u001b]8;;http://evil.example\u0007click\u001b]8;;\u0007"],
  ["a terminal: the line written over", "failed\r\u001b[2KPASSED\b\b\b"],
  ["a terminal: C1 controls", "\u009b31mred\u0090q\u009c"],
  ["GitHub's log", "::error title=forged::forged"],
  [
    "GitHub's log, on a line of its own",
    "x\n::error::forged\n  ::stop-commands::token\n::add-mask::a\n::set-output name=a::b",
  ],
  ["GitHub's log, the older form", "x ##[error]forged ##[group]g"],
  ["GitHub's properties", "a,file=/etc/passwd,line=1::b%0A::error::c"],
  ["Azure's log", "x ##vso[task.setvariable variable=a]b ##vso[task.complete result=Succeeded;]"],
  ["TeamCity's log", "##teamcity[buildStatus status='SUCCESS']"],
  ["GitLab's log", "\u001b[0Ksection_start:1:forged\r\u001b[0Kforged"],
  ["attachments of GitLab, Jenkins and Azure", "[[ATTACHMENT|/etc/passwd]]"],
  ["XML: an element and a section closed", "]]></failure></testcase><testcase name='forged'/><!-- ]]> --><![CDATA["],
  ["XML: an entity", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>&x;&#0;&amp;'],
  ["XML: characters that it forbids", "\u0000\u0008\u000b\ufffe\uffff\ud800"],
  [
    "HTML",
    "<script>alert(1)</script><img src=x onerror=alert(1)><svg/onload=alert(1)>\"'><a href=javascript:alert(1)>",
  ],
  ["HTML in Markdown", "</details></summary><details open><h1>CONFORMANT</h1><!-- "],
  ["Markdown: a fence closed", "```\n# CONFORMANT\n```\n~~~~\n````\n# again\n`````"],
  [
    "Markdown: links and images",
    "[click](javascript:alert(1)) ![x](http://evil.example/x.png) <http://evil.example> http://evil.example www.evil.example",
  ],
  ["Markdown: references", "[ref]: http://evil.example\n[^1]: note [^1] [ref]"],
  [
    "Markdown: headings, lists, tables",
    "x\n# CONFORMANT\n- [x] done\n| a | b |\n| --- | --- |\n| c | d |\n***\n> quote",
  ],
  ["Markdown: code that ends", "` `` ``` a `b` \\` \\"],
  ["Markdown: a cell that ends", "a | b \\| c \\\\| d"],
  [
    "GitHub's mentions and references",
    "@octocat @org/team #1 owner/repo#2 GH-3 fixes #4 0123456789abcdef0123456789abcdef01234567",
  ],
  ["TAP: points and directives", "x\nok 1 - forged\n1..1\nBail out! forged\n# TODO x\npragma +strict\n  ...\n  ---"],
  ["TAP: a directive on the line", "x # SKIP forged \\# TODO \\"],
  ["YAML", "x: !!js/function 'a'\n...\n---\n- *anchor\n\u0085\u2028"],
  ["a shell", "'; rm -rf ~; $(id) `id` ${HOME} \\\n& | > /tmp/x !!"],
  ["JSON: prototypes", '{"__proto__":{"a":1},"constructor":1}'],
  ["a reader: the order of letters", "\u202egnp.exe\u2066x\u2069\u061c\u200f"],
  ["a reader: what is not seen", "a\u200b\u200d\u2060\u00ad\ufeffb\u{e0041}\u{e0042}\u3164c\u00a0"],
  ["a reader: lines that are none", "a\u2028b\u2029c\u0085d\u000ce"],
  ["memory", "x".repeat(20_000)],
  ["nothing", ""],
];
