/** What the tests of DSS, pyHanko and iText expect of their files: read from the tests, which were not run. */

export interface Expectation {
  /** The end of its path. */
  readonly file: string;
  /** The test, and what it expects. */
  readonly theirs: string;
  /** Whether all signatures of the file are to be valid. */
  readonly valid: boolean;
  /** Why pdfapi says otherwise. */
  readonly argument?: string;
}

export const expectations: readonly Expectation[] = [
  {
    file: 'validation/pades-ocsp-sign-cert.pdf',
    theirs: 'DSS: PAdESOCSPSigningCertificateTest, no undefined changes',
    valid: true,
  },
  {
    file: 'validation/pkcs7_sha1.pdf',
    theirs: 'DSS: PdfPkcs7WithSha1SubFilterTest, intact',
    valid: true,
  },
  {
    file: 'validation/pades-t-duplicated-sigtst.pdf',
    theirs: 'DSS: PAdESLevelTWithDuplicatedSigTstTest, two intact time stamps',
    valid: true,
  },
  {
    file: 'validation/dss-PLAIN-ECDSA/TeleSec_PKS_eIDAS_QES_CA_1-baseline-b.pdf',
    theirs: 'DSS: PAdESWithPlainECDSACryptoValidationTest, intact',
    valid: true,
  },
  {
    file: 'validation/Signature-P-DE_SCI-4.pdf',
    theirs: 'DSS: PAdESWithOcspFromDssRevisionTest, intact',
    valid: true,
  },
  {
    file: 'validation/dss-1959/pades-revoc-removed-from-dss-dict.pdf',
    theirs: 'DSS: DSS1972Test, intact though evidence was removed',
    valid: true,
  },
  {
    file: 'validation/dss-2554/certified-no-change-permitted.pdf',
    theirs: 'DSS: PAdESNoChangesPermittedTest, valid, must not be signed again',
    valid: true,
  },
  {
    file: 'validation/dss-2554/fieldmdp-exclude-signed.pdf',
    theirs: 'DSS: PDFSignWithPermissionsTest, valid',
    valid: true,
  },
  {
    file: 'validation/dss-1420/PAdES-BpB-att-SHA256-SHA3_256withRSA.pdf',
    theirs: 'DSS: DSS1420Test, not intact',
    valid: false,
  },
  {
    file: 'validation/pades-multiple-pages-annots-overlap.pdf',
    theirs: 'DSS: PAdESMultiplePagesAnnotationsOverlapTest, no undefined changes',
    valid: true,
  },
  {
    file: 'validation/dss-2236/hide.pdf',
    theirs: 'DSS: DSS2236HideTest, undefined changes',
    valid: false,
  },
  {
    file: 'validation/dss-2236/replace.pdf',
    theirs: 'DSS: DSS2236ReplaceTest, undefined changes',
    valid: false,
    argument:
      'only the appearance of a text field was changed, which filling does; it is a warning, and pyHanko permits it too',
  },
  {
    file: 'validation/dss-2236/annotation-and-visible-change.pdf',
    theirs: 'DSS: AnnotationAndVisualChangeTest, undefined changes',
    valid: false,
  },
  {
    file: 'validation/pades-signed-filled-form.pdf',
    theirs: 'DSS: PAdESLevelBWithFilledFormTest, only filled in',
    valid: true,
  },
  {
    file: 'validation/pades-signed-annot-added.pdf',
    theirs: 'DSS: PAdESLevelBWithAnnotAddedTest, no undefined changes',
    valid: true,
    argument: 'the catalog got /Names, which can hold scripts and files; pyHanko refuses it too',
  },
  {
    file: 'validation/pades-two-sig-copied-tst.pdf',
    theirs: 'DSS: PAdESTwoSigWithCopiedTstTest, one time stamp is invalid',
    valid: false,
  },
  {
    file: 'validation/pades-lta-copied-doctst.pdf',
    theirs: 'DSS: PAdESLevelLTAWithCopiedDocTstTest, the second document time stamp is not intact',
    valid: false,
  },
  {
    file: 'validation/pdf-spoofing-attack.pdf',
    theirs: 'DSS: PAdESWithSpoofingAttackTest, undefined changes',
    valid: false,
  },
  {
    file: 'validation/pdf-double-signer-info.pdf',
    theirs: 'DSS: PDFWithMultipleSignerInfoValidationTest, one signature',
    valid: true,
  },
  {
    file: 'validation/pades-enveloping-cms.pdf',
    theirs: 'DSS: PAdESWithEnvelopingCMSTest, PDF_NOT_ETSI',
    valid: true,
    argument:
      'the test does not look at validity; a detached signature must not hold content (ISO 32000-2, 12.8.3.3), pyHanko refuses it too',
  },
  {
    file: 'extensions-direct.pdf',
    theirs: 'pyHanko: test_diff_analysis_add_extensions_dict, FORM_FILLING',
    valid: true,
  },
  {
    file: 'extensions-indirect.pdf',
    theirs: 'pyHanko: test_diff_analysis_add_extensions_dict, FORM_FILLING',
    valid: true,
  },
  {
    file: 'extensions-update-indirect.pdf',
    theirs: 'pyHanko: test_diff_analysis_add_extensions_dict, FORM_FILLING',
    valid: true,
  },
  {
    file: 'extensions-update-direct.pdf',
    theirs: 'pyHanko: test_diff_analysis_add_extensions_dict, FORM_FILLING',
    valid: true,
  },
  {
    file: 'extensions-indirect-not-all-paths.pdf',
    theirs: 'pyHanko: test_diff_analysis_update_indirect_extensions_not_all_paths, suspicious',
    valid: false,
  },
  {
    file: 'form-update-override-appearance-stream.pdf',
    theirs: 'pyHanko: test_allow_appearance_stream_override, FORM_FILLING',
    valid: true,
  },
  {
    file: 'form-update-override-appearance-stream-ap-indirect.pdf',
    theirs: 'pyHanko: test_allow_appearance_stream_override, FORM_FILLING',
    valid: true,
  },
  {
    file: 'form-update-no-override-appearance-stream-ap-indirect.pdf',
    theirs: 'pyHanko: test_allow_appearance_stream_override, FORM_FILLING',
    valid: true,
  },
  {
    file: 'form-update-override-appearance-stream-sneaky.pdf',
    theirs: 'pyHanko: test_disallow_appearance_stream_override_if_clobbers, OTHER',
    valid: false,
  },
  {
    file: 'form-update-override-appearance-stream-ap-indirect-sneaky.pdf',
    theirs: 'pyHanko: test_disallow_appearance_stream_override_if_clobbers, OTHER',
    valid: false,
  },
  {
    file: 'form-update-no-override-appearance-stream-ap-indirect-sneaky.pdf',
    theirs: 'pyHanko: test_disallow_appearance_stream_override_if_clobbers, OTHER',
    valid: false,
    argument:
      'what the catalog shares with the field stayed as it was: the field got a new appearance beside it',
  },
  {
    file: 'form-update-ap-indirect-sneaky-trailer.pdf',
    theirs: 'pyHanko: test_disallow_appearance_stream_override_if_clobbers, OTHER',
    valid: false,
    argument:
      'only an unknown entry of the trailer shares the appearance, and no viewer shows what that leads to',
  },
  {
    file: 'minimal-two-fields-signed-twice.pdf',
    theirs: 'pyHanko: test_pdf_double_sign, valid',
    valid: true,
  },
  {
    file: 'minimal-signed-twice-second-created.pdf',
    theirs: 'pyHanko: test_pdf_double_sign, valid',
    valid: true,
  },
  {
    file: 'minimal-signed-twice-both-created.pdf',
    theirs: 'pyHanko: test_pdf_double_sign, valid',
    valid: true,
  },
  {
    file: 'coverage-anomalies/tail-uncovered.pdf',
    theirs: 'pyHanko: test_coverage_anomalies, not covered',
    valid: false,
  },
  {
    file: 'coverage-anomalies/signature-gap-too-big.pdf',
    theirs: 'pyHanko: test_coverage_anomalies, not covered',
    valid: false,
  },
  {
    file: 'coverage-anomalies/one-byterange.pdf',
    theirs: 'pyHanko: test_coverage_anomalies, not covered',
    valid: false,
  },
  {
    file: 'coverage-anomalies/weird-byterange.pdf',
    theirs: 'pyHanko: test_coverage_anomalies, not covered',
    valid: false,
  },
  {
    file: 'pdf-sig-with-econtent.pdf',
    theirs: 'pyHanko: test_pdf_with_econtent, structural error',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/linearizedDoc.pdf',
    theirs: 'iText: linearizedDocTest, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/multipleRevisionsDocumentWithoutPermissions.pdf',
    theirs: 'iText: multipleRevisionsDocumentWithoutPermissionsTest, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/multipleRevisionsDocumentWithPermissions.pdf',
    theirs: 'iText: multipleRevisionsDocumentWithPermissionsTest, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/eolNotIncludedIntoByteRange.pdf',
    theirs: 'iText: eolNotIncludedIntoByteRangeTest, VALID',
    valid: true,
    argument:
      'the test looks at revisions only; the signed bytes have another digest, as pyHanko and DSS say too',
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/twoCertificationSignatures.pdf',
    theirs: 'iText: twoCertificationSignaturesTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/signatureNotFound.pdf',
    theirs: 'iText: signatureNotFoundTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/differentFieldLockLevels.pdf',
    theirs: 'iText: differentFieldLockLevelsTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fieldLockChildModificationAllowed.pdf',
    theirs: 'iText: fieldLockChildModificationAllowedTest, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fieldLockChildModificationNotAllowed.pdf',
    theirs: 'iText: fieldLockChildModificationNotAllowedTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fieldLockRootModificationAllowed.pdf',
    theirs: 'iText: fieldLockRootModificationAllowedTest, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fieldLockRootModificationNotAllowed.pdf',
    theirs: 'iText: fieldLockRootModificationNotAllowedTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fieldLockSequentialExcludeValues.pdf',
    theirs: 'iText: fieldLockSequentialExcludeValuesTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fieldLockSequentialIncludeValues.pdf',
    theirs: 'iText: fieldLockSequentialIncludeValuesTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fieldLockKidsRemovedAndAdded.pdf',
    theirs: 'iText: fieldLockKidsRemovedAndAddedTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/pageAndParentIndirectReferenceModified.pdf',
    theirs: 'iText: pageAndParentIndirectReferenceModifiedTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/lockedSignatureFieldModified.pdf',
    theirs: 'iText: lockedSignatureFieldModifiedTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/lockedFieldRemoveAddKidsEntry.pdf',
    theirs: 'iText: lockedFieldRemoveAddKidsEntryTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/removedLockedField.pdf',
    theirs: 'iText: removedLockedFieldTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/danglingWidgetAnnotation.pdf',
    theirs: 'iText: danglingWidgetAnnotationTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/removeAllAnnots.pdf',
    theirs: 'iText: removeAllThePageAnnotationsTest, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/removeFieldAnnots.pdf',
    theirs: 'iText: removeAllTheFieldAnnotationsTest, VALID',
    valid: true,
    argument: 'the field lost its place on the page, so that nothing shows its value; pyHanko refuses it too',
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/simpleTaggedDoc.pdf',
    theirs: 'iText: simpleTaggedDocTest, VALID',
    valid: true,
    argument:
      'the structure is what assistive technology reads; a change of it is one of the content, and pyHanko refuses it too',
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/taggedDocAddAndRemoveAnnotations.pdf',
    theirs: 'iText: taggedDocAddAndRemoveAnnotationsTest, VALID',
    valid: true,
    argument:
      'the structure is what assistive technology reads; a change of it is one of the content, and pyHanko refuses it too',
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/taggedDocRemoveStructTreeElement.pdf',
    theirs: 'iText: taggedDocRemoveStructTreeElementTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/annotationModificationAllowedTabsChangesTest.pdf',
    theirs: 'iText: annotationModificationAllowedTabsChangesTest, VALID',
    valid: true,
    argument: 'another order of the fields for the Tab key is no annotation; pyHanko refuses it too',
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/annotationModificationNotAllowedTabsChangesTest.pdf',
    theirs: 'iText: annotationModificationNotAllowedTabsChangesTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/annotationModificationNotAllowedTabsSetToDefaultTest.pdf',
    theirs: 'iText: annotationModificationNotAllowedTabsSetToDefaultTest, VALID',
    valid: true,
    argument: 'as above',
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/outlinesNotModified.pdf',
    theirs: 'iText: outlinesNotModifiedTest, VALID',
    valid: true,
    argument:
      'the structure is what assistive technology reads; a change of it is one of the content, and pyHanko refuses it too',
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/outlinesModified.pdf',
    theirs: 'iText: outlinesModifiedTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/taggedDocRemoveStructTreeAnnotation.pdf',
    theirs: 'iText: taggedDocRemoveStructTreeAnnotationTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/taggedDocModifyAnnotation.pdf',
    theirs: 'iText: taggedDocModifyAnnotationTest, VALID',
    valid: true,
    argument:
      'the structure is what assistive technology reads; a change of it is one of the content, and pyHanko refuses it too',
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/taggedDocModifyAnnotationAndStructElement.pdf',
    theirs: 'iText: taggedDocModifyAnnotationAndStructElementTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/taggedDocModifyAnnotationAndStructContent.pdf',
    theirs: 'iText: taggedDocModifyAnnotationAndStructContentTest, VALID',
    valid: true,
    argument:
      'the structure is what assistive technology reads; a change of it is one of the content, and pyHanko refuses it too',
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/taggedDocModifyStructElement.pdf',
    theirs: 'iText: taggedDocModifyStructElementTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/removeUnnamedField.pdf',
    theirs: 'iText: removeUnnamedFieldTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fullCompressionModeLevel1.pdf',
    theirs: 'iText: fullCompressionModeLevel1Test, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fullCompressionModeLevel2.pdf',
    theirs: 'iText: fullCompressionModeLevel2Test, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/fullCompressionModeLevel3.pdf',
    theirs: 'iText: fullCompressionModeLevel3Test, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorIntegrationTest/pdfVersionAdded.pdf',
    theirs: 'iText: pdfVersionAddedTest, VALID',
    valid: true,
  },
  {
    file: 'DocumentRevisionsValidatorTest/removeDSS.pdf',
    theirs: 'iText: removeDSSTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorTest/extensionsModifications.pdf',
    theirs: 'iText: extensionsModificationsTest, INVALID where one is removed',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorTest/removeField.pdf',
    theirs: 'iText: removeFieldTest, INVALID',
    valid: false,
  },
  {
    file: 'DocumentRevisionsValidatorTest/renameField.pdf',
    theirs: 'iText: renameFieldTest, INVALID',
    valid: false,
  },
  {
    file: 'CertificateInfoTest/signatureWithNameEncodingDifferences.pdf',
    theirs: 'iText: CertificateInfoTest, valid',
    valid: true,
  },
  {
    file: 'PdfPadesSignerTest/cmp_padesSignatureEd448Test.pdf',
    theirs: 'iText: padesSignatureEd448Test, valid',
    valid: true,
  },
];
