import java.io.File;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.URIResolver;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/**
 * Takes a Schematron file, which it compiles, or the address of one that is compiled (.xslt), reads the path of an XML from each line, and prints the fatal rules that it
 * breaks: "- BR-01 BR-CO-10". For an XML that the rules cannot be applied to, such as a word in place of an amount, "?".
 */
class Schematron {
  private static final String SKELETON = "external/schematron/20100710-xslt2/";
  private static final Pattern FAILED = Pattern.compile("<svrl:failed-assert([^>]*)>", Pattern.DOTALL);

  public static void main(String[] args) throws Exception {
    TransformerFactory factory = TransformerFactory.newInstance("net.sf.saxon.TransformerFactoryImpl", null);
    judgeAll(args[0].endsWith(".xslt") ? factory.newTemplates(new StreamSource(args[0])) : compile(factory, args[0]));
  }

  private static Templates compile(TransformerFactory factory, String schematron) throws Exception {
    factory.setURIResolver(resource());
    Transformer compiler = factory.newTransformer(source("iso_svrl_for_xslt2.xsl"));
    compiler.setParameter("allow-foreign", "true");
    StringWriter stylesheet = new StringWriter();
    compiler.transform(new StreamSource(new File(schematron)), new StreamResult(stylesheet));
    return factory.newTemplates(new StreamSource(new StringReader(stylesheet.toString())));
  }

  private static void judgeAll(Templates rules) {
    Scanner paths = new Scanner(System.in, StandardCharsets.UTF_8);
    while (paths.hasNextLine()) System.out.println(judge(rules, paths.nextLine()));
  }

  private static String judge(Templates rules, String path) {
    StringWriter report = new StringWriter();
    try {
      Transformer transformer = rules.newTransformer();
      transformer.setErrorListener(silent());
      transformer.transform(new StreamSource(new File(path)), new StreamResult(report));
    } catch (TransformerException error) {
      return "?";
    }
    TreeSet<String> broken = new TreeSet<>();
    Matcher failed = FAILED.matcher(report.toString());
    while (failed.find()) {
      if (failed.group(1).contains("flag=\"fatal\"")) broken.add(attribute(failed.group(1), "id"));
    }
    return "- " + String.join(" ", broken);
  }

  private static String attribute(String tag, String name) {
    Matcher matcher = Pattern.compile("\\s" + name + "=\"([^\"]*)\"").matcher(tag);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static URIResolver resource() {
    return (href, base) -> href.startsWith("iso_") ? source(href) : null;
  }

  private static StreamSource source(String name) {
    return new StreamSource(Schematron.class.getClassLoader().getResourceAsStream(SKELETON + name), name);
  }

  private static javax.xml.transform.ErrorListener silent() {
    return new javax.xml.transform.ErrorListener() {
      public void warning(TransformerException error) {}

      public void error(TransformerException error) {}

      public void fatalError(TransformerException error) {}
    };
  }
}
