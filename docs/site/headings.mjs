/** A plugin of TypeDoc: a page is called by its heading, and its address is the name of its file. */
import { Converter, KindRouter } from "typedoc";

/** The name of a page's file, by what is made of the page. */
const files = new WeakMap();

class FileRouter extends KindRouter {
  getIdealBaseName(reflection) {
    const file = files.get(reflection);
    return file === undefined ? super.getIdealBaseName(reflection) : `documents/${file}`;
  }
}

export function load({ converter, renderer }) {
  renderer.defineRouter("file", FileRouter);
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, page) => {
    const heading = /^# (.+)$/m.exec(page.content.map((part) => part.text).join(""))?.[1];
    if (heading === undefined) throw new Error(`The page ${page.name} has no heading`);
    files.set(page, page.name.split("/").at(-1));
    page.name = heading;
  });
}
