import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.logging.LogManager;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.RuleId;

/** Reads the path of a PDF from each line, and prints a line of fields for each failed rule, then one for the file. */
class VeraPdf {
  public static void main(String[] args) {
    LogManager.getLogManager().reset();
    VeraGreenfieldFoundryProvider.initialise();
    PDFAFlavour flavour = PDFAFlavour.byFlavourId(args[0]);
    Scanner paths = new Scanner(System.in, StandardCharsets.UTF_8);
    while (paths.hasNextLine()) judge(new File(paths.nextLine()), flavour);
  }

  private static void judge(File file, PDFAFlavour flavour) {
    try (PDFAParser parser = Foundries.defaultInstance().createParser(file, flavour);
        PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, 1, false, true, false)) {
      ValidationResult result = validator.validate(parser);
      Map<RuleId, TestAssertion> first = new LinkedHashMap<>();
      for (TestAssertion each : result.getTestAssertions()) first.putIfAbsent(each.getRuleId(), each);
      for (Map.Entry<RuleId, Integer> each : result.getFailedChecks().entrySet()) {
        RuleId rule = each.getKey();
        TestAssertion seen = first.get(rule);
        print(
            "failure",
            rule.getSpecification().getId(),
            rule.getClause(),
            String.valueOf(rule.getTestNumber()),
            String.valueOf(each.getValue()),
            seen == null ? "" : seen.getMessage(),
            seen == null ? "" : seen.getErrorMessage(),
            seen == null ? "" : seen.getLocation().getContext());
      }
      print("file", file.getPath(), String.valueOf(result.isCompliant()), "");
    } catch (Throwable error) {
      print("file", file.getPath(), "false", String.valueOf(error));
    }
  }

  private static void print(String... fields) {
    StringBuilder line = new StringBuilder();
    for (String field : fields) line.append(String.valueOf(field).replaceAll("\\s+", " ")).append('\t');
    byte[] bytes = line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    System.out.write(bytes, 0, bytes.length);
    System.out.flush();
  }
}
