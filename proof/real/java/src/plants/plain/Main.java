package plants.plain;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** The JDK's own server with Gson as it comes: records, a comparison for the token, a check for what is missing. */
public class Main {
  record NewPlant(Long id, String name, String tag) {}

  record Plant(String name, String tag) {}

  record Error(int error, String message) {}

  private static final Gson GSON = new Gson();
  private static final Map<Long, NewPlant> PLANTS = new ConcurrentHashMap<>();
  private static final String AUTHORIZATION = "Bearer " + System.getenv("PLANT_STORE_TOKEN");

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/plants", Main::handle);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.start();
  }

  private static void handle(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      answer(exchange, 405, new Error(405, "Method not allowed"));
    } else if (!AUTHORIZATION.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      answer(exchange, 401, new Error(401, "Unauthorized"));
    } else {
      create(exchange);
    }
  }

  private static void create(HttpExchange exchange) throws IOException {
    try {
      var body = new InputStreamReader(exchange.getRequestBody(), StandardCharsets.UTF_8);
      NewPlant plant = GSON.fromJson(body, NewPlant.class);
      if (plant == null || plant.id() == null || plant.name() == null) {
        answer(exchange, 400, new Error(400, "id and name are required"));
        return;
      }
      PLANTS.put(plant.id(), plant);
      answer(exchange, 200, new Plant(plant.name(), plant.tag()));
    } catch (JsonParseException e) {
      answer(exchange, 400, new Error(400, e.getMessage()));
    }
  }

  private static void answer(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] bytes = GSON.toJson(body).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
