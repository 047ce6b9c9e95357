/** The second attempt: types are checked, a Plant is returned, and every error is an Error. */
const process = require("node:process");
const express = require("express");

const token = process.env.PLANT_STORE_TOKEN;
const plants = [];
const app = express();
const refuse = (response, status, message) => response.status(status).json({ error: status, message });

app.use(express.json());
app.use((request, response, next) => {
  if (request.headers.authorization === `Bearer ${token}`) next();
  else refuse(response, 401, "Unauthorized");
});
app.post("/plants", (request, response) => {
  const { id, name, tag } = request.body;
  const isTag = tag === undefined || typeof tag === "string";
  if (!Number.isInteger(id) || typeof name !== "string" || !isTag) {
    refuse(response, 400, "The body is not a NewPlant");
    return;
  }
  plants.push({ id, name, tag });
  response.json({ name, tag });
});
app.use((error, _request, response, _next) => refuse(response, error.status ?? 500, error.message));
app.listen(Number(process.env.PORT), "127.0.0.1");
