package plants.bootfixed;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

record Error(int error, String message) {}

/** Every exception of Spring MVC keeps its status; its body, a ProblemDetail, becomes an Error. */
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

/** Jackson takes UTF-16 and UTF-32 for JSON, and overlong forms and surrogates in bytes for UTF-8. */
@RestControllerAdvice
class Utf8Only extends RequestBodyAdviceAdapter {
  @Override
  public boolean supports(
      MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converterType) {
    return true;
  }

  @Override
  public HttpInputMessage beforeBodyRead(
      HttpInputMessage message,
      MethodParameter parameter,
      Type type,
      Class<? extends HttpMessageConverter<?>> converterType)
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

  /** Without U+0000, which no JSON holds unescaped and which every JSON text in UTF-16 has. */
  private static boolean isUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).chars().noneMatch(c -> c == 0);
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
