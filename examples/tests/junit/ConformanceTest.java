import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** With Spring Boot: {@code @SpringBootTest(webEnvironment = RANDOM_PORT)}, and the port of {@code @LocalServerPort}. */
class ConformanceTest {
    @TestFactory
    List<DynamicNode> plantStore() throws Exception {
        return Conformance.testsOf(Objects.requireNonNullElse(System.getenv("PLANT_STORE_URL"), ""));
    }
}
