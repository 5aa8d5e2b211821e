/**
 * The properties that a packet may use without a description of their schema: those of the XMP specification of
 * September 2005 and of the identification schema of PDF/A. The notation is `property: value type` as that
 * specification names the types; closed choices are their base type.
 */
import { type XmpSchemaPrefix, xmpNamespaces } from './namespaces.ts';

/** Value type by property, by namespace. */
export type XmpSchemas = ReadonlyMap<string, ReadonlyMap<string, string>>;

const schemas: Partial<Record<XmpSchemaPrefix, string>> = {
  pdfaid: 'part: Integer, amd: Text, corr: Text, conformance: Text',
  dc: `contributor: bag ProperName, coverage: Text, creator: seq ProperName, date: seq Date, description: Lang Alt,
    format: MIMEType, identifier: Text, language: bag Locale, publisher: bag ProperName, relation: bag Text,
    rights: Lang Alt, source: Text, subject: bag Text, title: Lang Alt, type: bag Text`,
  xmp: `Advisory: bag Text, BaseURL: URL, CreateDate: Date, CreatorTool: AgentName, Identifier: bag Text,
    Label: Text, MetadataDate: Date, ModifyDate: Date, Nickname: Text, Rating: Real, Thumbnails: alt Thumbnail`,
  xmpRights:
    'Certificate: URL, Marked: Boolean, Owner: bag ProperName, UsageTerms: Lang Alt, WebStatement: URL',
  xmpMM: `DerivedFrom: ResourceRef, DocumentID: URI, History: seq ResourceEvent, InstanceID: URI,
    ManagedFrom: ResourceRef, Manager: AgentName, ManageTo: URI, ManageUI: URI, ManagerVariant: Text,
    RenditionClass: RenditionClass, RenditionParams: Text, VersionID: Text, Versions: seq Version, LastURL: URL,
    RenditionOf: ResourceRef, SaveID: Integer`,
  xmpBJ: 'JobRef: bag Job',
  xmpTPg: `MaxPageSize: Dimensions, NPages: Integer, Fonts: bag Font, Colorants: seq Colorant,
    PlateNames: seq Text`,
  xmpDM: `projectRef: ProjectLink, videoFrameRate: Text, videoFrameSize: Dimensions, videoPixelAspectRatio: Rational,
    videoPixelDepth: Text, videoColorSpace: Text, videoAlphaMode: Text, videoAlphaPremultipleColor: Colorant,
    videoAlphaUnityIsTransparent: Boolean, videoCompressor: Text, videoFieldOrder: Text, pullDown: Text,
    audioSampleRate: Integer, audioSampleType: Text, audioChannelType: Text, audioCompressor: Text,
    speakerPlacement: Text, fileDataRate: Rational, tapeName: Text, altTapeName: Text, startTimecode: Timecode,
    altTimecode: Timecode, duration: Time, scene: Text, shotName: Text, shotDate: Date, shotLocation: Text,
    logComment: Text, markers: seq Marker, contributedMedia: bag Media, absPeakAudioFilePath: URI,
    relativePeakAudioFilePath: URI, videoModDate: Date, audioModDate: Date, metadataModDate: Date, artist: Text,
    album: Text, trackNumber: Integer, genre: Text, copyright: Text, releaseDate: Date, composer: Text,
    engineer: Text, tempo: Real, instrument: Text, introTime: Time, outCue: Time, relativeTimestamp: Time,
    loop: Boolean, numberOfBeats: Real, key: Text, stretchMode: Text, timeScaleParams: TimeScaleStretch,
    resampleParams: ResampleStretch, beatSpliceParams: BeatSpliceStretch, timeSignature: Text, scaleType: Text`,
  pdf: 'Keywords: Text, PDFVersion: Text, Producer: AgentName',
  photoshop: `AuthorsPosition: Text, CaptionWriter: ProperName, Category: Text, City: Text, Country: Text,
    Credit: Text, DateCreated: Date, Headline: Text, Instructions: Text, Source: Text, State: Text,
    SupplementalCategories: bag Text, TransmissionReference: Text, Urgency: Integer`,
  crs: `AutoBrightness: Boolean, AutoContrast: Boolean, AutoExposure: Boolean, AutoShadows: Boolean,
    BlueHue: Integer, BlueSaturation: Integer, Brightness: Integer, CameraProfile: Text,
    ChromaticAberrationB: Integer, ChromaticAberrationR: Integer, ColorNoiseReduction: Integer, Contrast: Integer,
    CropTop: Real, CropLeft: Real, CropBottom: Real, CropRight: Real, CropAngle: Real, CropWidth: Real,
    CropHeight: Real, CropUnits: Integer, Exposure: Real, GreenHue: Integer, GreenSaturation: Integer,
    HasCrop: Boolean, HasSettings: Boolean, LuminanceSmoothing: Integer, RawFileName: Text, RedHue: Integer,
    RedSaturation: Integer, Saturation: Integer, Shadows: Integer, ShadowTint: Integer, Sharpness: Integer,
    Temperature: Integer, Tint: Integer, ToneCurve: seq Text, ToneCurveName: Text, Version: Text,
    VignetteAmount: Integer, VignetteMidpoint: Integer, WhiteBalance: Text`,
  tiff: `ImageWidth: Integer, ImageLength: Integer, BitsPerSample: seq Integer, Compression: Integer,
    PhotometricInterpretation: Integer, Orientation: Integer, SamplesPerPixel: Integer,
    PlanarConfiguration: Integer, YCbCrSubSampling: seq Integer, YCbCrPositioning: Integer, XResolution: Rational,
    YResolution: Rational, ResolutionUnit: Integer, TransferFunction: seq Integer, WhitePoint: seq Rational,
    PrimaryChromaticities: seq Rational, YCbCrCoefficients: seq Rational, ReferenceBlackWhite: seq Rational,
    DateTime: Date, ImageDescription: Lang Alt, Make: ProperName, Model: ProperName, Software: AgentName,
    Artist: ProperName, Copyright: Lang Alt`,
  exif: `ExifVersion: Text, FlashpixVersion: Text, ColorSpace: Integer, ComponentsConfiguration: seq Integer,
    CompressedBitsPerPixel: Rational, PixelXDimension: Integer, PixelYDimension: Integer, UserComment: Lang Alt,
    RelatedSoundFile: Text, DateTimeOriginal: Date, DateTimeDigitized: Date, ExposureTime: Rational,
    FNumber: Rational, ExposureProgram: Integer, SpectralSensitivity: Text, ISOSpeedRatings: seq Integer,
    OECF: OECF/SFR, ShutterSpeedValue: Rational, ApertureValue: Rational, BrightnessValue: Rational,
    ExposureBiasValue: Rational, MaxApertureValue: Rational, SubjectDistance: Rational, MeteringMode: Integer,
    LightSource: Integer, Flash: Flash, FocalLength: Rational, SubjectArea: seq Integer, FlashEnergy: Rational,
    SpatialFrequencyResponse: OECF/SFR, FocalPlaneXResolution: Rational, FocalPlaneYResolution: Rational,
    FocalPlaneResolutionUnit: Integer, SubjectLocation: seq Integer, ExposureIndex: Rational,
    SensingMethod: Integer, FileSource: Integer, SceneType: Integer, CFAPattern: CFAPattern,
    CustomRendered: Integer, ExposureMode: Integer, WhiteBalance: Integer, DigitalZoomRatio: Rational,
    FocalLengthIn35mmFilm: Integer, SceneCaptureType: Integer, GainControl: Integer, Contrast: Integer,
    Saturation: Integer, Sharpness: Integer, DeviceSettingDescription: DeviceSettings,
    SubjectDistanceRange: Integer, ImageUniqueID: Text, GPSVersionID: Text, GPSLatitude: GPSCoordinate,
    GPSLongitude: GPSCoordinate, GPSAltitudeRef: Integer, GPSAltitude: Rational, GPSTimeStamp: Date,
    GPSSatellites: Text, GPSStatus: Text, GPSMeasureMode: Text, GPSDOP: Rational, GPSSpeedRef: Text,
    GPSSpeed: Rational, GPSTrackRef: Text, GPSTrack: Rational, GPSImgDirectionRef: Text,
    GPSImgDirection: Rational, GPSMapDatum: Text, GPSDestLatitude: GPSCoordinate, GPSDestLongitude: GPSCoordinate,
    GPSDestBearingRef: Text, GPSDestBearing: Rational, GPSDestDistanceRef: Text, GPSDestDistance: Rational,
    GPSProcessingMethod: Text, GPSAreaInformation: Text, GPSDifferential: Integer`,
  aux: 'Lens: Text, SerialNumber: Text',
};

export const predefinedSchemas: XmpSchemas = new Map(
  Object.entries(schemas).map(([prefix, properties]) => [
    xmpNamespaces[prefix as XmpSchemaPrefix],
    parseTypeList(properties),
  ]),
);

/** Parses `name: type, name: type`. */
export function parseTypeList(list: string): Map<string, string> {
  return new Map(
    list.split(',').map((entry) => {
      const [name = '', type = ''] = entry.split(':');
      return [name.trim(), type.trim()];
    }),
  );
}
