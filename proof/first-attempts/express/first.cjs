/** A first attempt with Express, as a newcomer writes it after reading the document once. `attempts.ts` lists its faults. */
const process = require("node:process");
const express = require("express");

const token = process.env.PLANT_STORE_TOKEN;
const plants = [];
const app = express();
app.use(express.json());
app.use((request, response, next) => {
  if (request.headers.authorization !== `Bearer ${token}`) {
    response.status(401).json({ error: "Unauthorized" });
    return;
  }
  next();
});
app.post("/plants", (request, response) => {
  const { id, name, tag } = request.body;
  if (!id || !name) {
    response.status(400).json({ error: "id and name are required" });
    return;
  }
  const plant = { id, name, tag };
  plants.push(plant);
  response.json(plant);
});
app.listen(Number(process.env.PORT), "127.0.0.1");
