/**
 * Letters of scripts in which each letter has one Latin spelling, as in ICU's `Any-Latin`. A `?` in a spelling
 * replaces a sign that has no plain form. Each row holds the spelling, then the letters.
 */
export const scriptLetters = `
  A Ա | B Բ | C ԾՃ | C? ՉՑ | D Դ | E ԵԷ | F Ֆ | G ԳՂ | H Հ | I Ի | J ՁՋ | K Կ | K? Ք | L Լ | M Մ | N Ն | O ՈՕ
  P Պ | P? Փ | R ՌՐ | S ՇՍ | T Տ | T? Թ | V Վ | W Ւ | X Խ | Y Յ | Z ԶԺ | a ա | b բ | c ծճ | c? չց | d դ | e եէ
  f ֆ | g գղ | h հ | i ի | j ձջ | k կ | k? ք | l լ | m մ | n ն | o ոօ | p պ | p? փ | r ռր | s շս | t տ | t? թ
  v վ | w ւ | x խ | y յ | z զժ
  ' א | b ב | d ד | g ג | h הח | k ךכ | l ל | m םמ | n ןנ | p ףפ | q ק | r ר | s סש | t טת | w ו | y י | z זץצ
  0 ٠۰ | 1 ١۱ | 2 ٢۲ | 3 ٣۳ | 4 ٤۴ | 5 ٥۵ | 6 ٦۶ | 7 ٧۷ | 8 ٨۸ | 9 ٩۹
  a ا | b ب | ch چ | d دض | dh ذ | f ف | g گ | gh غ | h حه | j ج | k كک | kh خ | l ل | m م | n ن | ng ڭ | p پ
  q ق | r ر | s سص | s? ښ | sh ش | t ةتط | th ث | v ڤۋ | w و | y ىيی | z زظ | zh ژ
  a ა | b ბ | ch ჩ | ch' ჭ | d დ | dz ძ | e ე | g გ | gh ღ | h ჰ | i ი | j ჯ | k ქ | k' კ | kh ხ | l ლ | m მ
  n ნ | o ო | p ფ | p' პ | q ჴ | q' ყ | r რ | s ს | sh შ | t თ | t' ტ | ts ც | ts' წ | u უ | ui ჳ | v ვ | z ზ
  zh ჟ
`;
