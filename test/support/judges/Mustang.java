import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.mustangproject.validator.ZUGFeRDValidator;

/** Reads the path of a PDF or an XML from each line, and prints Mustang's report on it in one line. */
class Mustang {
  public static void main(String[] args) {
    Scanner paths = new Scanner(System.in, StandardCharsets.UTF_8);
    while (paths.hasNextLine()) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      validator.disableNotices();
      String report = validator.validate(paths.nextLine()).replaceAll("\\s+", " ") + "\n";
      byte[] bytes = report.getBytes(StandardCharsets.UTF_8);
      System.out.write(bytes, 0, bytes.length);
      System.out.flush();
    }
  }
}
