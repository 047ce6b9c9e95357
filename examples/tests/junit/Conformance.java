import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The Plant Store's conformance suite as tests of JUnit 5: one for each check in containers by topic, and the verdict. */
final class Conformance {
    private Conformance() {}

    /**
     * Judges the server at a base URL, which is what comes before /plants. The token is in PLANT_STORE_TOKEN.
     * Return it from a method with {@code @TestFactory}.
     */
    static List<DynamicNode> testsOf(String baseUrl) throws Exception {
        Path folder = Files.createTempDirectory("conformance");
        Path report = folder.resolve("junit.xml");
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        "npx", "plant-store-conformance", "check", "--quiet", "--report", "junit=" + report, "--", baseUrl)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int status = process.waitFor();
        List<DynamicNode> tests = new ArrayList<>();
        if (Files.exists(report)) {
            Node root = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getDocumentElement();
            for (Element suite : children((Element) root, "testsuite")) {
                tests.add(dynamicContainer(
                        suite.getAttribute("name"),
                        children(suite, "testcase").stream().map(Conformance::testOf)));
            }
        }
        String said = Files.readString(output);
        // Red as well where no report was written, because nothing could be judged.
        tests.add(dynamicTest("exit status", () -> assertEquals(0, status, said)));
        return tests;
    }

    private static DynamicTest testOf(Element testCase) {
        return dynamicTest(testCase.getAttribute("name"), () -> {
            for (String state : List.of("failure", "error")) {
                for (Element cause : children(testCase, state)) fail(cause.getTextContent());
            }
            for (Element cause : children(testCase, "skipped")) Assumptions.abort(cause.getAttribute("message"));
        });
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
