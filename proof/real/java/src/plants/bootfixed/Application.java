package plants.bootfixed;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Spring Boot, fixed: the token here; what is a NewPlant, how a body is read, and refusals beside it. */
@SpringBootApplication
public class Application implements WebMvcConfigurer {
  private static final Pattern BEARER = Pattern.compile("(?i:Bearer) +([\\w.~+/-]+=*)");

  @Value("${PLANT_STORE_TOKEN}")
  private String token;

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new BearerInterceptor()).addPathPatterns("/plants");
  }

  private class BearerInterceptor implements HandlerInterceptor {
    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
        throws IOException {
      String authorization = request.getHeader("Authorization");
      Matcher bearer = BEARER.matcher(authorization == null ? "" : authorization);
      if (bearer.matches() && bearer.group(1).equals(token)) return true;
      response.setHeader("WWW-Authenticate", "Bearer");
      response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
      return false;
    }
  }
}
