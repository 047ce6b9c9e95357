package plants.boot;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Spring Boot as it comes: records, Bean Validation, an interceptor for the token, Spring Boot's own errors. */
@SpringBootApplication
public class Application implements WebMvcConfigurer {
  @Value("${PLANT_STORE_TOKEN}")
  private String token;

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry
        .addInterceptor(
            new HandlerInterceptor() {
              @Override
              public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
                  throws IOException {
                if (("Bearer " + token).equals(request.getHeader("Authorization"))) return true;
                response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
                return false;
              }
            })
        .addPathPatterns("/plants");
  }
}

record NewPlant(@NotNull Long id, @NotNull String name, String tag) {}

record Plant(String name, String tag) {}

@RestController
class Plants {
  private final Map<Long, NewPlant> plants = new ConcurrentHashMap<>();

  @PostMapping("/plants")
  Plant create(@Valid @RequestBody NewPlant plant) {
    plants.put(plant.id(), plant);
    return new Plant(plant.name(), plant.tag());
  }
}
