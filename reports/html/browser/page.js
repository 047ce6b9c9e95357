// The page is readable without JavaScript. With it: filter, copy, deep links into folded parts, keys, print.
(() => {
  "use strict";

  const form = document.querySelector("form.filter");
  /**
   * Read when it is first needed, so that a long report opens sooner.
   * @type {ReturnType<typeof readRequirements> | undefined}
   */
  let requirements;

  function readRequirements() {
    return [...document.querySelectorAll(".requirements > li")].map((element) => ({
      element,
      details: element.querySelector("details"),
      level: element.getAttribute("data-level"),
      text: (element.querySelector("summary")?.textContent ?? "").toLowerCase(),
      checks: [...element.querySelectorAll(".checks > li")].map((check) => ({
        element: check,
        status: check.getAttribute("data-status"),
        text: (check.textContent ?? "").toLowerCase(),
      })),
    }));
  }

  /** Checks that are unfolded at once, at most: more are no help to a reader and slow to lay out. */
  const mostUnfolded = 200;

  /** @param {string} name */
  function field(name) {
    const found = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
    return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
  }

  /** @param {Element} element @param {boolean} shown */
  function show(element, shown) {
    if (element instanceof HTMLElement && element.hidden === shown) element.hidden = !shown;
  }

  function filter() {
    const words = (field("words")?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const [level, status] = [field("level")?.value, field("status")?.value];
    requirements ??= readRequirements();
    const total = requirements.reduce((sum, { checks }) => sum + checks.length, 0);
    let matches = 0;
    const matching = requirements.map((requirement) => {
      const checks = requirement.checks.filter(
        (check) =>
          (!level || level === requirement.level) &&
          (!status || status === check.status) &&
          words.every((word) => check.text.includes(word) || requirement.text.includes(word)),
      );
      matches += checks.length;
      return new Set(checks);
    });
    const isFiltered = matches < total;
    requirements.forEach(({ element, details, checks }, at) => {
      const own = matching[at] ?? new Set();
      show(element, own.size > 0);
      for (const check of checks) show(check.element, own.has(check));
      if (details) details.open = isFiltered && matches <= mostUnfolded && own.size > 0;
    });
    for (const topic of document.querySelectorAll(".topic")) {
      show(topic, topic.querySelector(".requirements > li:not([hidden])") !== null);
    }
    const output = form?.querySelector(".matches");
    if (output) output.textContent = isFiltered ? `${matches} of ${total} checks` : `${total} checks`;
  }

  if (form instanceof HTMLFormElement) {
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => {
      if (event.target !== field("keys")) filter();
    });
    // A browser that comes back to the page may have kept what was typed.
    if (field("words")?.value || field("level")?.value || field("status")?.value) filter();
  }

  // Copying: where the browser gives no access to the clipboard, the text is selected instead.
  for (const button of document.querySelectorAll("button.copy")) {
    const text = button.parentElement?.querySelector("code");
    if (!(button instanceof HTMLElement) || !text) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.textContent ?? "");
        say(button, "Copied");
      } catch {
        getSelection()?.selectAllChildren(text);
        say(button, "Selected");
      }
    });
  }

  /** @param {HTMLElement} button @param {string} words */
  function say(button, words) {
    const label = button.getAttribute("aria-label") ?? "";
    button.textContent = words;
    button.setAttribute("aria-label", `${words}: ${label}`);
    setTimeout(() => {
      button.textContent = "Copy";
      button.setAttribute("aria-label", label);
    }, 2000);
  }

  // A link to something that is folded unfolds it.
  function reveal() {
    const target = document.querySelector(":target");
    if (!target) return;
    for (let at = target.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
    for (let at = target.closest("[hidden]"); at; at = target.closest("[hidden]")) show(at, true);
    target.scrollIntoView();
  }
  addEventListener("hashchange", reveal);
  addEventListener("load", reveal);

  const failures = [...document.querySelectorAll("details.failure > summary")];

  /** @param {1 | -1} step */
  function go(step) {
    const at = document.activeElement?.closest("details.failure")?.querySelector("summary");
    const from = at ? failures.indexOf(at) : step > 0 ? -1 : 0;
    const next = failures[(from + step + failures.length) % failures.length];
    if (next instanceof HTMLElement) next.focus();
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    "/": () => field("words")?.focus(),
    j: () => go(1),
    k: () => go(-1),
  };

  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
    const isSwitch = field("keys");
    const isOn = isSwitch instanceof HTMLInputElement && isSwitch.checked;
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (isTyping || !isOn || !action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });

  // On paper everything is unfolded.
  /** @type {HTMLDetailsElement[]} */
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details")].filter((details) => !details.open);
    for (const details of folded) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of folded) details.open = false;
  });
})();
