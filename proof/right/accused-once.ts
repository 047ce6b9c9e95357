/** Correct providers that the suite once accused. */
import { but, store } from "../correct.ts";
import { type Right, constrained } from "./right.ts";

export const accusedOnce: readonly Right[] = [
  {
    name: "answers the same body again with 200 and another body with 409",
    behaviour: but({
      store: (plant, request) =>
        request.memory.plants.get(String(plant.id))?.name === plant.name ? undefined : store(plant, request),
    }),
    profile: { "duplicate-id": "200", "duplicate-id-other-body": "409" },
  },
  {
    name: "wants names to be unique with 400 and ids with 409",
    behaviour: constrained(400, ({ name }, { memory }) =>
      [...memory.plants.values()].some((plant) => plant.name === name),
    ),
  },
  {
    name: "resets the connection from 64 KiB on",
    behaviour: but({
      takeOver: (incoming) => {
        if (Number(incoming.headers["content-length"] ?? 0) < 65_536) return false;
        incoming.socket.destroy();
        return true;
      },
    }),
  },
];
