/** Express 4 under a name of its own. What the programs of this folder call of it has the same types in Express 5. */
declare module "express-4" {
  import express from "express";
  export = express;
}
