import eu.europa.esig.dss.diagnostic.PDFRevisionWrapper;
import eu.europa.esig.dss.diagnostic.SignatureWrapper;
import eu.europa.esig.dss.diagnostic.TimestampWrapper;
import eu.europa.esig.dss.enumerations.CertificationPermission;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/**
 * Reads the path of a PDF from each line, and prints what it says of each signature and time stamp in one line of JSON.
 * The certificates in the arguments are trusted, and nothing is fetched.
 */
class Dss {
  public static void main(String[] args) {
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    for (String path : args) trusted.addCertificate(DSSUtils.loadCertificate(new File(path)));
    Scanner paths = new Scanner(System.in, StandardCharsets.UTF_8);
    while (paths.hasNextLine()) {
      String path = paths.nextLine();
      try {
        System.out.println("[" + String.join(",", judge(path, trusted)) + "]");
      } catch (Exception | StackOverflowError error) {
        System.out.println("{" + entry("error", error.getClass().getSimpleName() + ": " + error.getMessage()) + "}");
      }
    }
  }

  private static List<String> judge(String path, CommonTrustedCertificateSource trusted) {
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    SignedDocumentValidator validator = SignedDocumentValidator.fromDocument(new FileDocument(path));
    validator.setCertificateVerifier(verifier);
    var reports = validator.validateDocument();
    var report = reports.getSimpleReport();
    List<String> verdicts = new ArrayList<>();
    for (SignatureWrapper signature : reports.getDiagnosticData().getSignatures()) {
      var id = signature.getId();
      var stamps = signature.getSignatureTimestamps();
      verdicts.add("{" + String.join(",",
          entry("field", fieldOf(signature.getPDFRevision())),
          entry("format", String.valueOf(report.getSignatureFormat(id))),
          entry("indication", String.valueOf(report.getIndication(id))),
          entry("subIndication", String.valueOf(report.getSubIndication(id))),
          "\"intact\":" + (signature.isSignatureIntact() && signature.isSignatureValid() && signature.isBLevelTechnicallyValid()),
          "\"timestamps\":" + stamps.stream().filter(Dss::isIntact).count(),
          changes(signature.getPDFRevision())) + "}");
    }
    for (TimestampWrapper stamp : reports.getDiagnosticData().getTimestampList()) {
      if (stamp.getPDFRevision() == null) continue;
      verdicts.add("{" + String.join(",",
          entry("field", fieldOf(stamp.getPDFRevision())),
          entry("format", "DocumentTimestamp"),
          entry("indication", String.valueOf(report.getIndication(stamp.getId()))),
          entry("subIndication", String.valueOf(report.getSubIndication(stamp.getId()))),
          "\"intact\":" + isIntact(stamp),
          changes(stamp.getPDFRevision())) + "}");
    }
    return verdicts;
  }

  private static boolean isIntact(TimestampWrapper stamp) {
    return stamp.isMessageImprintDataIntact() && stamp.isSignatureIntact() && stamp.isSignatureValid();
  }

  private static String fieldOf(PDFRevisionWrapper revision) {
    return revision == null ? "" : String.valueOf(revision.getFirstFieldName());
  }

  /** What was changed after a revision, and whether that is permitted: only a warning in the policy that DSS comes with. */
  private static String changes(PDFRevisionWrapper revision) {
    if (revision == null) return "\"permitted\":true";
    var level = revision.getDocMDPPermissions();
    var lock = revision.getSigFieldLock();
    boolean hasForm = !revision.getPdfSignatureOrFormFillChanges().isEmpty();
    boolean hasAnnotations = !revision.getPdfAnnotationChanges().isEmpty();
    boolean hasOthers = !revision.getPdfUndefinedChanges().isEmpty();
    boolean permitted = revision.isSignatureByteRangeValid() && revision.isPdfSignatureDictionaryConsistent() && !hasOthers
        && isPermitted(level, hasForm, hasAnnotations)
        && (lock == null || isPermitted(lock.getPermissions(), hasForm, hasAnnotations));
    List<String> names = new ArrayList<>();
    if (!revision.getPdfExtensionChanges().isEmpty()) names.add("evidence");
    if (hasForm) names.add("form");
    if (hasAnnotations) names.add("annotations");
    for (var change : revision.getPdfUndefinedChanges()) names.add(String.valueOf(change.getValue()));
    return "\"permitted\":" + permitted + "," + entry("changes", String.join("; ", names));
  }

  private static boolean isPermitted(CertificationPermission level, boolean hasForm, boolean hasAnnotations) {
    if (level == null) return true;
    if (level == CertificationPermission.NO_CHANGE_PERMITTED) return !hasForm && !hasAnnotations;
    return level == CertificationPermission.CHANGES_PERMITTED || !hasAnnotations;
  }

  private static String entry(String key, String value) {
    StringBuilder text = new StringBuilder("\"" + key + "\":\"");
    for (char c : String.valueOf(value).toCharArray()) {
      text.append(c < ' ' || c == '"' || c == '\\' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
    }
    return text.append('"').toString();
  }
}
