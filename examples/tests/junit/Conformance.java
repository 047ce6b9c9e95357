import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;
import org.junit.jupiter.api.function.Executable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * The Plant Store's conformance suite as an extension of JUnit 5. A {@code @TestTemplate} with a parameter of the type
 * {@link Check} is invoked once for each check, and at last for the exit status. The token is in PLANT_STORE_TOKEN.
 */
final class Conformance implements TestTemplateInvocationContextProvider {
    /** What one invocation verifies. */
    record Check(String name, Executable body) {
        void verify() throws Throwable {
            body.execute();
        }
    }

    private final Supplier<String> baseUrl;

    /** Takes what gives the base URL, which is what comes before /plants, when the server has its port. */
    Conformance(Supplier<String> baseUrl) {
        this.baseUrl = baseUrl;
    }

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return List.of(context.getRequiredTestMethod().getParameterTypes()).contains(Check.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        try {
            return checksOf(baseUrl.get()).stream().map(Conformance::invocationOf);
        } catch (Exception fault) {
            throw new IllegalStateException("The command could not be run", fault);
        }
    }

    private static List<Check> checksOf(String baseUrl) throws Exception {
        Path folder = Files.createTempDirectory("conformance");
        Path report = folder.resolve("junit.xml");
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        "npx", "plant-store-conformance", "check", "--quiet", "--report", "junit=" + report, "--", baseUrl)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int status = process.waitFor();
        List<Check> checks = new ArrayList<>();
        if (Files.exists(report)) {
            Node root = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getDocumentElement();
            for (Element suite : children((Element) root, "testsuite")) {
                for (Element testCase : children(suite, "testcase")) checks.add(checkOf(testCase));
            }
        }
        String said = Files.readString(output);
        // Red as well where no report was written, because nothing could be judged.
        checks.add(new Check("exit status", () -> assertEquals(0, status, said)));
        return checks;
    }

    private static Check checkOf(Element testCase) {
        return new Check(testCase.getAttribute("name"), () -> {
            for (String state : List.of("failure", "error")) {
                for (Element cause : children(testCase, state)) fail(cause.getTextContent());
            }
            for (Element cause : children(testCase, "skipped")) Assumptions.abort(cause.getAttribute("message"));
        });
    }

    private static TestTemplateInvocationContext invocationOf(Check check) {
        return new TestTemplateInvocationContext() {
            @Override
            public String getDisplayName(int index) {
                return check.name();
            }

            @Override
            public List<Extension> getAdditionalExtensions() {
                return List.of(new TypeBasedParameterResolver<Check>() {
                    @Override
                    public Check resolveParameter(ParameterContext parameter, ExtensionContext context) {
                        return check;
                    }
                });
            }
        };
    }

    private static List<Element> children(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(node -> node instanceof Element && node.getNodeName().equals(name))
                .map(Element.class::cast)
                .toList();
    }
}
