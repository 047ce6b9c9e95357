/**
 * NestJS 12 as it comes: a DTO with class-validator's decorators, the ValidationPipe of the documentation's first page
 * on validation, and a guard for the token. The decorators are applied as functions: what `@IsInt() id` compiles to.
 */
// oxlint-disable-next-line import/no-unassigned-import -- it adds Reflect.defineMetadata
import "reflect-metadata";
import { Body, type CanActivate, Controller, type ExecutionContext, HttpCode, Post } from "@nestjs/common";
import { UnauthorizedException, UseGuards, ValidationPipe } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { IsInt, IsOptional, IsString } from "class-validator";
import type { Request } from "express";
import { whenListening } from "./listen.ts";
import type { Running, Stack } from "../stack.ts";

class NewPlant {
  declare readonly id: number;
  declare readonly name: string;
  declare readonly tag?: string;
}
IsInt()(NewPlant.prototype, "id");
IsString()(NewPlant.prototype, "name");
IsOptional()(NewPlant.prototype, "tag");
IsString()(NewPlant.prototype, "tag");

const guard = (token: string): CanActivate => ({
  canActivate: (context: ExecutionContext) => {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (headers.authorization !== `Bearer ${token}`) throw new UnauthorizedException();
    return true;
  },
});

/** A new controller for each start, so that no two share a store or a token. */
function controller(token: string): new () => object {
  const plants = new Map<number, NewPlant>();
  class Plants {
    create(plant: NewPlant): object {
      plants.set(plant.id, plant);
      return { name: plant.name, tag: plant.tag };
    }
  }
  const create = Object.getOwnPropertyDescriptor(Plants.prototype, "create") ?? {};
  Body()(Plants.prototype, "create", 0);
  Reflect.defineMetadata("design:paramtypes", [NewPlant], Plants.prototype, "create");
  HttpCode(200)(Plants.prototype, "create", create);
  Post()(Plants.prototype, "create", create);
  UseGuards(guard(token))(Plants);
  Controller("plants")(Plants);
  return Plants;
}

async function start(token: string): Promise<Running> {
  // oxlint-disable-next-line typescript/no-extraneous-class -- a module of Nest is a class, whatever is in it
  class PlantStore {}
  const app = await NestFactory.create({ module: PlantStore, controllers: [controller(token)] }, { logger: false });
  app.useGlobalPipes(new ValidationPipe());
  await app.listen(0, "127.0.0.1");
  return whenListening(app.getHttpServer());
}

export const nest: Stack = {
  name: "NestJS 12 with class-validator, as it comes",
  family: "NestJS with class-validator",
  framework: "@nestjs/core 12.5, class-validator 0.15",
  variant: "as-it-comes",
  start,
  expected: {
    verdict: "non-conformant",
    broken: {
      "error-shape":
        'Nest\'s own 400 is {message: [...], error: "Bad Request", statusCode}: `error` is a string, `message` a list where class-validator refuses',
      "refuses-invalid-member": "`@IsOptional()` asks nothing of a tag that is null",
      "plant-shape": "the same tag comes back in the 200",
      "refuses-non-utf8":
        "body-parser puts U+FFFD in the place of bytes that are not UTF-8, and reads UTF-16 where the charset says so",
      "refuses-id-beyond-int64": "`@IsInt()` is Number.isInteger(), which holds for 2^63 and for 1e30",
      "accepts-bearer-in-any-case": "the guard compares the header as it is written",
      "challenges-with-401": "UnauthorizedException has no header fields",
    },
    unseen: {
      "answers-without-server-error":
        "class-transformer goes into an unknown member of 30,000 nested arrays until the stack is full: 500",
    },
    profile: {
      "duplicate-id": "200",
      "missing-token": "401",
      "trailing-slash": "401",
      "other-paths": "404",
      "method-get": "404",
    },
  },
};
