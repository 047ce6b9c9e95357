/** Express 4 under another name. The parts that the programs of this folder use have the same types in Express 5. */
declare module "express-4" {
  import express from "express";
  export = express;
}
