// The create-plant operation on Spring Boot 4, with every MUST and SHOULD met. Save it as
// src/main/java/plants/SpringBootServer.java in a project with Spring Web and Validation of start.spring.io.
//
//   PLANT_STORE_TOKEN=secret SERVER_PORT=8080 ./mvnw spring-boot:run
package plants;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

@SpringBootApplication
public class SpringBootServer implements WebMvcConfigurer {
  @Value("${PLANT_STORE_TOKEN}")
  private String token;

  public static void main(String[] args) {
    SpringApplication.run(SpringBootServer.class, args);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new Authentication(token)).addPathPatterns("/plants");
  }
}

// fix requires-authorization, no-authentication: Register an interceptor for the path, so that no request without a token reaches the method.
// fix requires-bearer-scheme: Match the whole header field, the scheme first; `replace("Bearer ", "")` keeps a bare token.
// fix refuses-empty-token: Match at least one character of a token.
// fix needs-no-other-headers: Ask for no header field but Authorization and Content-Type.
// fix accepts-header-names-in-any-case: Use `request.getHeader`, which ignores letter case.
// fix accepts-bearer-in-any-case: Match the scheme with `(?i:Bearer)`; `startsWith` compares letter case.
// fix challenges-with-401: Give the exception the field; `sendError(401)` and `ResponseStatusException` add none.
// fix keeps-token-secret: Answer with your own words, and never with the header fields of the request.
record Authentication(String token) implements HandlerInterceptor {
  private static final Pattern BEARER = Pattern.compile("(?i:Bearer) +([\\w.~+/-]+=*)");

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
    String authorization = request.getHeader("Authorization");
    Matcher bearer = BEARER.matcher(authorization == null ? "" : authorization);
    if (bearer.matches() && MessageDigest.isEqual(bearer.group(1).getBytes(), token.getBytes())) return true;
    ErrorResponseException unauthorized = new ErrorResponseException(HttpStatus.UNAUTHORIZED);
    unauthorized.getHeaders().set("WWW-Authenticate", "Bearer");
    throw unauthorized;
  }
}
// end fix

// fix error-media-type: Set the content type of each refusal: where `Accept` prefers text/html, Spring Boot sends a page.
// fix error-encoding: Answer with a record, which Jackson writes; the page that Spring Boot sends is HTML.
// fix error-shape: Override `createResponseEntity`, which all refusals of Spring MVC pass.
// fix error-as-text: Put a record into the `ResponseEntity` in place of a `String`.
// fix error-as-200: Give the status to the `ResponseEntity`.
// fix refuses-with-400: Extend `ResponseEntityExceptionHandler`: what is not read or not valid is a 400 there.
record Error(int error, String message) {}

@RestControllerAdvice
class Refusals extends ResponseEntityExceptionHandler {
  @Override
  protected ResponseEntity<Object> createResponseEntity(
      Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    HttpHeaders json = new HttpHeaders(headers);
    json.setContentType(MediaType.APPLICATION_JSON);
    return new ResponseEntity<>(new Error(status.value(), "The request was refused"), json, status);
  }
}
// end fix

// fix refuses-non-utf8: Decode the bytes yourself: Jackson takes UTF-16 and UTF-32 for JSON, and overlong forms for UTF-8.
// fix accepts-chunked-body: Read `getBody()` to its end, whatever Content-Length says.
@RestControllerAdvice
class Utf8Only extends RequestBodyAdviceAdapter {
  @Override
  public boolean supports(
      MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
    return true;
  }

  @Override
  public HttpInputMessage beforeBodyRead(
      HttpInputMessage message,
      MethodParameter parameter,
      Type type,
      Class<? extends HttpMessageConverter<?>> converter)
      throws IOException {
    byte[] bytes = message.getBody().readAllBytes();
    if (!isUtf8(bytes)) throw new HttpMessageNotReadableException("The body is not UTF-8", message);
    return new HttpInputMessage() {
      @Override
      public InputStream getBody() {
        return new ByteArrayInputStream(bytes);
      }

      @Override
      public HttpHeaders getHeaders() {
        return message.getHeaders();
      }
    };
  }

  /** Without U+0000, which every JSON text in UTF-16 has, and which none has unescaped. */
  private static boolean isUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).chars().noneMatch(c -> c == 0);
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
// end fix

// fix accepts-integer-spellings: Read the number as a decimal, by its value; a decimal without a fraction is an integer.
// fix accepts-every-positive-id, tells-large-ids-apart, ids-as-floats: Keep the id as a `Long`: an `int` ends at 2^31, a `double` rounds.
// fix refuses-id-beyond-int64: Use `longValueExact()`, which throws beyond int64.
// fix types-converted, refuses-invalid-member, no-type-checks: Look at the token first: Jackson reads `"7"` and 7.5 as 7, and 7 as `"7"`.
// fix booleans-as-integers: Look at the token first: only that of a number is numeric.
// fix fractions-as-integers: Use `longValueExact()`, which throws for a fraction: Jackson reads 7.5 as 7.
class Int64 extends ValueDeserializer<Long> {
  @Override
  public Long deserialize(JsonParser parser, DeserializationContext context) {
    if (parser.currentToken().isNumeric()) {
      BigDecimal value = parser.getDecimalValue();
      if ((long) value.precision() - value.scale() <= 19) {
        try {
          return value.longValueExact();
        } catch (ArithmeticException e) {
          // It has a fraction, or is beyond int64.
        }
      }
    }
    return context.reportInputMismatch(Long.class, "The id is not an int64");
  }
}

class Text extends ValueDeserializer<String> {
  @Override
  public String deserialize(JsonParser parser, DeserializationContext context) {
    if (parser.currentToken() == JsonToken.VALUE_STRING
        && StandardCharsets.UTF_8.newEncoder().canEncode(parser.getString())) {
      return parser.getString();
    }
    return context.reportInputMismatch(String.class, "The value is not a string");
  }
  // end fix

  // fix null-accepted: Refuse in `getNullValue`, and return null from `getAbsentValue`: Jackson takes both for no tag.
  // fix refuses-invalid-member: Refuse in `getNullValue`: Jackson takes a null tag for none.
  // fix answers-without-server-error: Refuse in `getNullValue`, before a null reaches a method that needs a string.
  @Override
  public Object getNullValue(DeserializationContext context) {
    return context.reportInputMismatch(String.class, "The value is null");
  }

  @Override
  public Object getAbsentValue(DeserializationContext context) {
    return null;
  }
  // end fix
}

// fix refuses-non-object: Read a record: Jackson refuses what is not an object.
// fix refuses-malformed-json, refuses-no-body: Read the body as a `@RequestBody`, which is required.
// fix refuses-lenient-json: Switch on no `JsonReadFeature`. Jackson 2 needs `spring.jackson.deserialization.fail-on-trailing-tokens=true`.
// fix text-after-json: Set `spring.jackson.deserialization.fail-on-trailing-tokens=true`, which is off in Jackson 2.
// fix server-error-unreadable: Read the body as a `@RequestBody`: Spring Boot answers 400 where Jackson cannot read it.
// fix accepts-json-spellings: Read the body with Jackson, and with nothing but a look before it.
// fix valid-plants-refused: Ask with `@NotNull` only, without `@Size`, `@NotBlank` and `@Positive`.
// fix refuses-missing-member, missing-members-accepted: Ask with `@NotNull` and `@Valid`, and use `Long`: a `long` that is missing is 0.
// fix matches-member-names-exactly: Leave `ACCEPT_CASE_INSENSITIVE_PROPERTIES` off, and use no `@JsonAlias`.
// fix adds-no-tag, null-for-no-tag: Leave nulls out of the answer with `@JsonInclude`: Jackson writes `tag: null`.
// fix plant-shape: Return the plant itself, not inside another object, with `name` and `tag` as strings.
// fix plant-has-no-id, plant-has-no-other-members, record-returned-whole: Answer with a record that has `name` and `tag`.
record NewPlant(
    @NotNull @JsonDeserialize(using = Int64.class) Long id,
    @NotNull @JsonDeserialize(using = Text.class) String name,
    @JsonDeserialize(using = Text.class) String tag) {}

@JsonInclude(JsonInclude.Include.NON_NULL)
record Plant(String name, String tag) {}
// end fix

// fix operation-exists: Map POST to exactly `/plants`.
// fix accepts-valid-plant, other-success-status: Return the plant, which is a 200; `ResponseEntity.created` is another status.
// fix plant-media-type, plant-encoding: Return a record: Spring Boot writes it as JSON, a `String` as text/plain.
// fix plant-has-no-id, plant-has-no-other-members: Return a `Plant`, not the `NewPlant` that was read.
// fix returns-name, returns-tag, texts-trimmed: Return the string as it was read: without `strip()` and `HtmlUtils.htmlEscape`.
// fix refuses-other-media-types, accepts-media-type-spellings, unchecked-in-capitals: Take a `@RequestBody`: Spring compares the media type.
// fix keeps-answers-apart: Keep the plant in a parameter: a controller is one object for all requests.
@RestController
class Plants {
  private final Map<Long, NewPlant> plants = new ConcurrentHashMap<>();

  @PostMapping("/plants")
  Plant create(@Valid @RequestBody NewPlant plant) {
    plants.put(plant.id(), plant);
    return new Plant(plant.name(), plant.tag());
  }
}
// end fix
