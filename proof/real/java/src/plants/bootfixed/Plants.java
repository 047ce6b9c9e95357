package plants.bootfixed;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

@RestController
class Plants {
  private final Map<Long, NewPlant> plants = new ConcurrentHashMap<>();

  @PostMapping("/plants")
  Plant create(@Valid @RequestBody NewPlant plant) {
    plants.put(plant.id(), plant);
    return new Plant(plant.name(), plant.tag());
  }
}

record NewPlant(
    @NotNull @JsonDeserialize(using = ByValue.class) Long id,
    @NotNull @JsonDeserialize(using = Text.class) String name,
    @JsonDeserialize(using = Text.class) String tag) {}

@JsonInclude(JsonInclude.Include.NON_NULL)
record Plant(String name, String tag) {}

/** An integer by its value: 7.0 is one, 7.5 is not cut to 7, and "7" is none. */
class ByValue extends ValueDeserializer<Long> {
  @Override
  public Long deserialize(JsonParser parser, DeserializationContext context) {
    if (parser.currentToken().isNumeric()) {
      BigDecimal value = parser.getDecimalValue();
      if ((long) value.precision() - value.scale() <= 19) {
        try {
          return value.longValueExact();
        } catch (ArithmeticException e) {
          // It has a fraction, or is beyond 2^63.
        }
      }
    }
    return context.reportInputMismatch(Long.class, "The id is not an int64");
  }
}

/** A string that is one in the body: Jackson makes strings of numbers and booleans, and takes null for absence. */
class Text extends ValueDeserializer<String> {
  @Override
  public String deserialize(JsonParser parser, DeserializationContext context) {
    // A lone surrogate cannot be written in UTF-8.
    if (parser.currentToken() == JsonToken.VALUE_STRING
        && StandardCharsets.UTF_8.newEncoder().canEncode(parser.getString())) {
      return parser.getString();
    }
    return context.reportInputMismatch(String.class, "The value is not a string");
  }

  @Override
  public Object getNullValue(DeserializationContext context) {
    return context.reportInputMismatch(String.class, "The value is null");
  }

  @Override
  public Object getAbsentValue(DeserializationContext context) {
    return null;
  }
}
