import java.util.Objects;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.RegisterExtension;

/** With Spring Boot: {@code @SpringBootTest(webEnvironment = RANDOM_PORT)}, and the port of {@code @LocalServerPort}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceTest {
    @RegisterExtension
    final Conformance conformance =
            new Conformance(() -> Objects.requireNonNullElse(System.getenv("PLANT_STORE_URL"), ""));

    @TestTemplate
    void plantStore(Conformance.Check check) throws Throwable {
        check.verify();
    }
}
