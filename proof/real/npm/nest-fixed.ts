/**
 * NestJS 12, fixed: `rawBody` keeps the bytes beside the parsed body, the tag is optional but never null, one filter
 * makes every refusal an Error, and a 401 carries its challenge.
 */
// oxlint-disable-next-line import/no-unassigned-import -- it adds Reflect.defineMetadata
import "reflect-metadata";
import { type ArgumentsHost, BadRequestException, Body, type CanActivate, Controller } from "@nestjs/common";
import type { INestApplication } from "@nestjs/common";
import { type ExceptionFilter, type ExecutionContext, HttpCode, type NestInterceptor, Post } from "@nestjs/common";
import { type RawBodyRequest, Req, UnauthorizedException, UseGuards, ValidationPipe } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { IsInt, IsString, ValidateIf } from "class-validator";
import type { Request, Response } from "express";
import { whenListening } from "./listen.ts";
import { type StoredPlant, bearerToken, exactId, utf8 } from "./fixes.ts";
import { type Running, type Stack, meetsEverything } from "../stack.ts";

class NewPlant {
  declare readonly id: number;
  declare readonly name: string;
  declare readonly tag?: string;
}
IsInt()(NewPlant.prototype, "id");
IsString()(NewPlant.prototype, "name");
ValidateIf((_plant, tag) => tag !== undefined)(NewPlant.prototype, "tag");
IsString()(NewPlant.prototype, "tag");

const guard = (token: string): CanActivate => ({
  canActivate: (context: ExecutionContext) => {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (bearerToken(headers.authorization) !== token) throw new UnauthorizedException();
    return true;
  },
});

const filter: ExceptionFilter = {
  catch: (thrown: { getStatus?: () => number; statusCode?: number; message: string }, host: ArgumentsHost) => {
    const response = host.switchToHttp().getResponse<Response>();
    const status = thrown.getStatus?.() ?? thrown.statusCode ?? 500;
    if (status === 401) response.set("WWW-Authenticate", "Bearer");
    response.status(status).json({ error: status, message: thrown.message });
  },
};

const ids = new WeakMap<Request, bigint>();

/** Runs before the pipes: class-transformer must not see a body that is nested too deep to be read exactly. */
const readId: NestInterceptor = {
  intercept: (context, next) => {
    const request = context.switchToHttp().getRequest<RawBodyRequest<Request>>();
    ids.set(request, idIn(request.rawBody ?? Buffer.alloc(0)));
    return next.handle();
  },
};

/** @throws {BadRequestException} when the bytes are not UTF-8, or the id in them is not an int64 */
function idIn(bytes: Uint8Array): bigint {
  try {
    const id = exactId(utf8(bytes));
    if (id !== undefined) return id;
  } catch {
    throw new BadRequestException("The body is not UTF-8");
  }
  throw new BadRequestException("The id is not an int64");
}

function controller(token: string): new () => object {
  const plants = new Map<bigint, StoredPlant>();
  class Plants {
    create(request: Request, { name, tag }: NewPlant): StoredPlant {
      const plant = tag === undefined ? { name } : { name, tag };
      const id = ids.get(request);
      if (id !== undefined) plants.set(id, plant);
      return plant;
    }
  }
  const create = Object.getOwnPropertyDescriptor(Plants.prototype, "create") ?? {};
  Req()(Plants.prototype, "create", 0);
  Body()(Plants.prototype, "create", 1);
  Reflect.defineMetadata("design:paramtypes", [Object, NewPlant], Plants.prototype, "create");
  HttpCode(200)(Plants.prototype, "create", create);
  Post()(Plants.prototype, "create", create);
  UseGuards(guard(token))(Plants);
  Controller("plants")(Plants);
  return Plants;
}

/** The application. A test of `library/` also judges it in the same process. */
export async function nestApplication(token: string): Promise<INestApplication> {
  // oxlint-disable-next-line typescript/no-extraneous-class -- a module of Nest is a class, whatever is in it
  class PlantStore {}
  const root = { module: PlantStore, controllers: [controller(token)] };
  const app = await NestFactory.create(root, { logger: false, rawBody: true });
  app.useGlobalInterceptors(readId);
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(filter);
  return app;
}

async function start(token: string): Promise<Running> {
  const app = await nestApplication(token);
  await app.listen(0, "127.0.0.1");
  return whenListening(app.getHttpServer());
}

export const nestFixed: Stack = {
  name: "NestJS 12 with class-validator, fixed",
  family: "NestJS with class-validator",
  framework: "@nestjs/core 12.5, class-validator 0.15, lossless-json 4.3",
  variant: "fixed",
  start,
  expected: meetsEverything({
    "duplicate-id": "200",
    "missing-token": "401",
    "trailing-slash": "401",
    "other-paths": "404",
    "method-get": "404",
  }),
};
