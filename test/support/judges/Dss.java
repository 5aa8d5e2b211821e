import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.stream.Collectors;

/**
 * Reads the path of a PDF from each line, and prints level and verdict of each of its signatures in one line. The
 * certificates in the arguments are trusted, and nothing is fetched.
 */
class Dss {
  public static void main(String[] args) {
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    for (String path : args) trusted.addCertificate(DSSUtils.loadCertificate(new File(path)));
    Scanner paths = new Scanner(System.in, StandardCharsets.UTF_8);
    while (paths.hasNextLine()) {
      CommonCertificateVerifier verifier = new CommonCertificateVerifier();
      verifier.setTrustedCertSources(trusted);
      SignedDocumentValidator validator = SignedDocumentValidator.fromDocument(new FileDocument(paths.nextLine()));
      validator.setCertificateVerifier(verifier);
      var report = validator.validateDocument().getSimpleReport();
      var verdicts = report.getSignatureIdList().stream()
          .map(id -> report.getSignatureFormat(id) + " " + report.getIndication(id) + " " + report.getSubIndication(id));
      System.out.println(verdicts.collect(Collectors.joining("; ")));
    }
  }
}
