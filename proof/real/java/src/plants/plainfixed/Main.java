package plants.plainfixed;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JDK's own server with Gson, fixed: strict, and over the tree instead of a record, to which Gson converts. */
public class Main {
  record NewPlant(long id, String name, String tag) {}

  record Plant(String name, String tag) {}

  record Error(int error, String message) {}

  private static class Refused extends Exception {
    private final int status;

    Refused(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  private static final Gson GSON = new GsonBuilder().setStrictness(Strictness.STRICT).create();
  private static final Map<Long, NewPlant> PLANTS = new ConcurrentHashMap<>();
  private static final String TOKEN = System.getenv("PLANT_STORE_TOKEN");
  private static final Pattern BEARER = Pattern.compile("(?i:Bearer) +([\\w.~+/-]+=*)");
  private static final Pattern JSON = Pattern.compile("(?i)application/json *(;.*)?");

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/plants", Main::handle);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.start();
  }

  private static void handle(HttpExchange exchange) throws IOException {
    try {
      if (!exchange.getRequestMethod().equals("POST")) throw new Refused(405, "Method not allowed");
      Matcher bearer = BEARER.matcher(header(exchange, "Authorization"));
      if (!bearer.matches() || !bearer.group(1).equals(TOKEN)) throw new Refused(401, "Unauthorized");
      if (!JSON.matcher(header(exchange, "Content-Type")).matches()) throw new Refused(415, "The body is not JSON");
      NewPlant plant = read(exchange.getRequestBody().readAllBytes());
      PLANTS.put(plant.id(), plant);
      answer(exchange, 200, new Plant(plant.name(), plant.tag()));
    } catch (Refused e) {
      if (e.status == 401) exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      answer(exchange, e.status, new Error(e.status, e.getMessage()));
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  private static NewPlant read(byte[] bytes) throws Refused {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (GSON.fromJson(text, JsonElement.class) instanceof JsonObject plant) {
        return new NewPlant(int64(plant.get("id")), text(plant.get("name")), tag(plant));
      }
    } catch (CharacterCodingException | JsonParseException | ArithmeticException | NumberFormatException e) {
      // Refused below.
    }
    throw new Refused(400, "The body is not a NewPlant");
  }

  /** An integer by its value: 7.0 is one. Gson refuses exponents beyond 10,000 by itself. */
  private static long int64(JsonElement value) throws Refused {
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isNumber()) {
      throw new Refused(400, "The id is not a number");
    }
    return value.getAsBigDecimal().longValueExact();
  }

  private static String text(JsonElement value) throws Refused {
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
      throw new Refused(400, "A value is not a string");
    }
    return value.getAsString();
  }

  private static String tag(JsonObject plant) throws Refused {
    return plant.has("tag") ? text(plant.get("tag")) : null;
  }

  private static void answer(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] bytes = GSON.toJson(body).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
