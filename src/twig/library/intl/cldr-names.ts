/**
 * Names of quarters and short names of days, which Intl does not have. They are those of the Unicode CLDR, release 42:
 * https://github.com/unicode-org/cldr/blob/release-42/LICENSE
 */

import { localeAncestors } from './locale.ts';

/** Which of the names: a quarter in short, a quarter, the seven days from Sunday on. */
type Column = 'shortQuarter' | 'quarter' | 'shortDay';

const columns: readonly Column[] = ['shortQuarter', 'quarter', 'shortDay'];

/**
 * Returns the name of a quarter (1 to 4), `#` being its number and `@` its Roman numeral; `Q1` for an unknown language.
 */
export function quarterName(quarter: number, isShort: boolean, locale: string): string {
  const names = find(isShort ? 'shortQuarter' : 'quarter', locale) ?? ['Q#'];
  const name = names[quarter - 1] ?? names[0] ?? '';
  return name.replace('#', String(quarter)).replace('@', ['I', 'II', 'III', 'IV'][quarter - 1] ?? '');
}

/** Returns the two or three letters that stand for a day in a calendar (0 is Sunday), if a language has such. */
export const shortDayName = (day: number, locale: string): string | undefined =>
  find('shortDay', locale)?.[day];

function find(column: Column, locale: string): readonly string[] | undefined {
  rows ??= parseTable();
  for (const tag of localeAncestors(locale)) {
    const names = rows.get(`${tag} ${column}`);
    if (names) return names;
  }
  return undefined;
}

let rows: ReadonlyMap<string, readonly string[]> | undefined;

function parseTable(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const line of table.trim().split('\n')) {
    const [tag = '', ...cells] = line.split('|');
    cells.forEach((cell, index) => {
      if (cell !== '') found.set(`${tag} ${columns[index]}`, cell.split(';'));
    });
  }
  return found;
}

/** Each language with its three columns; an empty one is that of the language above, or `Q1`. */
const table = `
af|K#|1ste kwartaal;2de kwartaal;3de kwartaal;4de kwartaal
agq|kɨbâ kɨ 1;ugbâ u 2;ugbâ u 3;ugbâ u 4|kɨbâ kɨ 1;ugbâ u 2;ugbâ u 3;ugbâ u 4
am|ሩብ#|#ኛው ሩብ|እ;ሰ;ማ;ረ;ሐ;ዓ;ቅ
ar|الربع الأول;الربع الثاني;الربع الثالث;الربع الرابع|الربع الأول;الربع الثاني;الربع الثالث;الربع الرابع|أحد;إثنين;ثلاثاء;أربعاء;خميس;جمعة;سبت
as|1মঃ তিঃ;2য়ঃ তিঃ;3য়ঃ তিঃ;4ৰ্থঃ তিঃ|প্ৰথম তিনিমাহ;দ্বিতীয় তিনিমাহ;তৃতীয় তিনিমাহ;চতুৰ্থ তিনিমাহ
asa|R#|Robo #
ast|#T|1er trimestre;2u trimestre;3er trimestre;4u trimestre|do;ll;ma;mi;xu;vi;sá
az|1-ci kv.;2-ci kv.;3-cü kv.;4-cü kv.|1-ci kvartal;2-ci kvartal;3-cü kvartal;4-cü kvartal|B.;B.E.;Ç.A.;Ç.;C.A.;C.;Ş.
bas|K#s3|Kèk bisu i soŋ iaâ;Kèk i ńyonos biɓaà i soŋ iaâ;Kèk i ńyonos biaâ i soŋ iaâ;Kèk i ńyonos binâ i soŋ iaâ
be|1-шы кв.;2-гі кв.;3-ці кв.;4-ты кв.|1-шы квартал;2-гі квартал;3-ці квартал;4-ты квартал
bez|L#|Lobo #
bg|#. трим.|#. тримесечие
bm|KS#|kalo saba fɔlɔ;kalo saba filanan;kalo saba sabanan;kalo saba naaninan
bn|ত্রৈমাসিক;দ্বিতীয় ত্রৈমাসিক;তৃতীয় ত্রৈমাসিক;চতুর্থ ত্রৈমাসিক|ত্রৈমাসিক;দ্বিতীয় ত্রৈমাসিক;তৃতীয় ত্রৈমাসিক;চতুর্থ ত্রৈমাসিক|রঃ;সোঃ;মঃ;বুঃ;বৃঃ;শুঃ;শনি
bn-IN|||রঃ;সোঃ;মঃ;বুঃ;বৃঃ;শুঃ;শঃ
bo|དུས་ཚིགས་དང་པོ།;དུས་ཚིགས་གཉིས་པ།;དུས་ཚིགས་གསུམ་པ།;དུས་ཚིགས་བཞི་པ།|དུས་ཚིགས་དང་པོ།;དུས་ཚིགས་གཉིས་པ།;དུས་ཚིགས་གསུམ་པ།;དུས་ཚིགས་བཞི་པ།
br|1añ trim.;2l trim.;3e trim.;4e trim.|1añ trimiziad;2l trimiziad;3e trimiziad;4e trimiziad
brx|किउ #|ब्रै बाहागोनि सेथि खोन्दो;ब्रै बाहागोनि नैथि खोन्दो;ब्रै बाहागोनि थामथि खोन्दो;ब्रै बाहागोनि ब्रैथि खोन्दो
bs|KV#|Prvi kvartal;Drugi kvartal;Treći kvartal;Četvrti kvartal
bs-Cyrl|К#|Прво тромесечје;Друго тромесечје;Треће тромесечје;Четврто тромесечје
ca|#T|1r trimestre;2n trimestre;3r trimestre;4t trimestre
ccp||𑄖𑄨𑄚𑄴𑄟𑄎𑄧𑄢𑄴;𑄘𑄨 𑄛𑄳𑄆𑄘𑄳𑄠𑄬 𑄖𑄨𑄚𑄴𑄟𑄎𑄧𑄢𑄴;𑄖𑄨𑄚𑄴 𑄛𑄳𑄆𑄘𑄳𑄠𑄬 𑄖𑄨𑄚𑄴𑄟𑄎𑄧𑄢𑄴;𑄌𑄳𑄆𑄬𑄢𑄴 𑄛𑄳𑄆𑄘𑄳𑄠𑄬 𑄖𑄨𑄚𑄴𑄟𑄎𑄧𑄢𑄴
ce|#-гӀа кв.|#-гӀа квартал
ceb||unang quarter;ika-2 nga quarter;ika-3 nga quarter;ika-4 nga quarter
cgg|K#|KWOTA #
chr||1st ᎩᏄᏙᏗ;2nd ᎩᏄᏙᏗ;3rd ᎩᏄᏙᏗ;4th ᎩᏄᏙᏗ|ᏍᎬ;ᏅᎯ;ᏔᎵ;ᏦᎢ;ᏅᎩ;ᏧᎾ;ᏕᎾ
ckb|چ#|چارەکی یەکەم;چارەکی دووەم;چارەکی سێەم;چارەکی چوارەم|١ش;٢ش;٣ش;٤ش;٥ش;ھ;ش
cs||#. čtvrtletí
cv|#-мӗш кв.|#-мӗш квартал
cy|Ch#|chwarter 1af;2il chwarter;3ydd chwarter;4ydd chwarter|Su;Ll;Ma;Me;Ia;Gw;Sa
da|#. kvt.|#. kvartal|sø.;ma.;ti.;on.;to.;fr.;lø.
dav|K#|Kimu cha imbiri;Kimu cha kawi;Kimu cha kadadu;Kimu cha kana
de||#. Quartal
de-CH|||So;Mo;Di;Mi;Do;Fr;Sa
dje|A#|Arrubu #
doi|त्र.#|पैहली त्रमाही;दूई त्रमाही;त्री त्रमाही;चौथी त्रमाही
dsb|kw#|#. kwartal|nj;pó;wa;sr;st;pě;so
dua|ndu#|ndúmbū nyá ɓosó;ndúmbū ní lóndɛ́ íɓaá;ndúmbū ní lóndɛ́ ílálo;ndúmbū ní lóndɛ́ ínɛ́y
dz|བཞི་དཔྱ་#|བཞི་དཔྱ་དང་པ་;བཞི་དཔྱ་གཉིས་པ་;བཞི་དཔྱ་གསུམ་པ་;བཞི་དཔྱ་བཞི་པ་
ebu|K#|Kuota ya mbere;Kuota ya Kaĩrĩ;Kuota ya kathatu;Kuota ya kana
ee|k#|kɔta gbãtɔ;kɔta evelia;kɔta etɔ̃lia;kɔta enelia
el|Τ#|#ο τρίμηνο|Κυ;Δε;Τρ;Τε;Πέ;Πα;Σά
en||1st quarter;2nd quarter;3rd quarter;4th quarter|Su;Mo;Tu;We;Th;Fr;Sa
es|T#|1.er trimestre;2.º trimestre;3.er trimestre;4.º trimestre|DO;LU;MA;MI;JU;VI;SA
es-419||#.º trimestre
es-AR||1.er trimestre;2.º trimestre;3.er trimestre;4.º trimestre
es-CL|||do;lu;ma;mi;ju;vi;sá
es-DO|Q#
es-MX||1.er trimestre;2.º trimestre;3.er trimestre;4.º trimestre
es-PA||1er. trimestre;2do. trimestre;3er. trimestre;4.º trimestre
es-PY|||do;lu;ma;mi;ju;vi;sa
es-US||1er trimestre;2.º trimestre;3.º trimestre;4.º trimestre
es-VE||1er trimestre;2do trimestre;3er trimestre;4to trimestre|Do;Lu;Ma;Mi;Ju;Vi;Sa
et|K#|#. kvartal
eu|#Hh|#. hiruhilekoa
ewo|nno;nnb;nnl;nnny|nsámbá ngɔn asú;nsámbá ngɔn bɛ̌;nsámbá ngɔn lála;nsámbá ngɔn nyina
fa|س‌م#|سه‌ماههٔ اول;سه‌ماههٔ دوم;سه‌ماههٔ سوم;سه‌ماههٔ چهارم|۱ش;۲ش;۳ش;۴ش;۵ش;ج;ش
fa-AF|ر#|ربع اول;ربع دوم;ربع سوم;ربع چهارم
ff|T#|Termes #
ff-Adlm|𞤐#|𞤐#
fi|#. nelj.|#. neljännes
fil||ika-1 quarter;ika-2 quarter;ika-3 quarter;ika-4 na quarter|Li;Lu;Ma;Mi;Hu;Bi;Sa
fo|#. ársfj.|#. ársfjórðingur|su.;má.;tý.;mi.;hó.;fr.;le.
fr|T#|1er trimestre;2e trimestre;3e trimestre;4e trimestre|di;lu;ma;me;je;ve;sa
fr-ML||le 1er trimestre;le 2ème trimestre;le 3ème trimestre;le 4ème trimestre
fur|T#|Prin trimestri;Secont trimestri;Tierç trimestri;Cuart trimestri
fy|K#|#e fearnsjier
ga|R#|#ú ráithe|Do;Lu;Má;Cé;Dé;Ao;Sa
gd|C#|1d chairteal;2na cairteal;3s cairteal;4mh cairteal|Dò;Lu;Mà;Ci;Da;hA;Sa
gl|T#|#.º trimestre|do.;lu.;ma.;mé.;xo.;ve.;sá.
gsw||#. Quartal
gu||1લો ત્રિમાસ;2જો ત્રિમાસ;3જો ત્રિમાસ;4થો ત્રિમાસ|ર;સો;મં;બુ;ગુ;શુ;શ
guz|E#|Erobo entang’ani;Erobo yakabere;Erobo yagatato;Erobo yakane
ha|K#|Kwata na ɗaya;Kwata na biyu;Kwata na uku;Kwata na huɗu|Lh;Li;Ta;Lr;Al;Ju;As
he||רבעון #|א׳;ב׳;ג׳;ד׳;ה׳;ו׳;ש׳
hi|ति#|पहली तिमाही;दूसरी तिमाही;तीसरी तिमाही;चौथी तिमाही|र;सो;मं;बु;गु;शु;श
hi-Latn|Q#|1st quarter;2nd quarter;3rd quarter;4th quarter|Ra;So;Ma;Bu;Gu;Shu;Sha
hr|#kv|#. kvartal
hr-BA|#. kv.
hsb|kw#|#. kwartal|nj;pó;wu;sr;št;pj;so
hu|@. n.év|@. negyedév
hy|1-ին եռմս.;2-րդ եռմս.;3-րդ եռմս.;4-րդ եռմս.|1-ին եռամսյակ;2-րդ եռամսյակ;3-րդ եռամսյակ;4-րդ եռամսյակ|կր;եկ;եք;չք;հգ;ու;շբ
ia|T#|1me trimestre;2nde trimestre;3tie trimestre;4te trimestre|do;lu;ma;me;jo;ve;sa
id|K#|Kuartal ke-#
ig|Ọ#|Ọkara #
ii|ꃅꑌ;ꃅꎸ;ꃅꍵ;ꃅꋆ|ꃅꑌ;ꃅꎸ;ꃅꍵ;ꃅꋆ
is|F#|#. fjórðungur|su.;má.;þr.;mi.;fi.;fö.;la.
it|T#|#º trimestre
ja||第#四半期
jmc|R#|Robo #
jv|TW#|triwulan kaping pisan;triwulan kaping loro;triwulan kaping telu;triwulan kaping papat
ka|@ კვ.|@ კვარტალი|კვ;ორ;სმ;ოთ;ხთ;პრ;შბ
kab|Kḍg#|akraḍaggur amenzu;akraḍaggur wis-sin;akraḍaggur wis-kraḍ;akraḍaggur wis-kuẓ
kam|L#|Lovo ya mbee;Lovo ya kelĩ;Lovo ya katatũ;Lovo ya kana
kde|L#|Lobo #
kea|T#|#º trimestri|du;si;te;ku;ki;se;sa
kgp|T#|1ⁿ kysã-tẽgtũ;2ᵍᵉ kysã-tẽgtũ;3ⁿʰ kysã-tẽgtũ;4ⁿ kysã-tẽgtũ|N.;1kh.;2kh.;3kh.;4kh.;5kh.;S.
khq|A#|Arrubu #
ki|R#|Robo ya mbere;Robo ya kerĩ;Robo ya gatatũ;Robo ya kana
kk|І тқс.;ІІ тқс.;ІІІ тқс.;IV тқс.|І тоқсан;ІІ тоқсан;ІІІ тоқсан;IV тоқсан
kln|R#|Robo netai;Robo nebo aeng’;Robo nebo somok;Robo nebo ang’wan
km|ត្រីមាសទី #|ត្រីមាសទី #|អា;ច;អ;ពុ;ព្រ;សុ;ស
kn|ತ್ರೈ #|#ನೇ ತ್ರೈಮಾಸಿಕ
ko|#분기|제 #/4분기
kok||1लें त्रैमासीक;2रें त्रैमासीक;3रें त्रैमासीक;4थें त्रैमासीक|आय;सोम;मंगळ;बुध;बिरे;शुक्र;शेन
ks|کیو #|گۄڑنیُک ژۄباگ;دۆیِم ژۄباگ;تریِم ژۄباگ;ژوٗرِم ژۄباگ
ks-Deva|Q#|1st सह माह;2nd सह माह;3rd सह माह;4th सह माह
ksb|L#|Lobo ya bosi;Lobo ya mbii;Lobo ya nnd’atu;Lobo ya nne
ksf|i#|id́ɛ́n kǝbǝk kǝ ntɔ́ntɔ́;idɛ́n kǝbǝk kǝ kǝbɛ́ɛ;idɛ́n kǝbǝk kǝ kǝráá;idɛ́n kǝbǝk kǝ kǝnin
ksh|#.Q.|#. Quattahl|Su;Mo;Di;Me;Du;Fr;Sa
ku|Ç#|Çarêka #em
ky|#-чей.|#-чейрек|жш.;дш.;шш.;шр.;бш.;жм.;иш.
lag|Ncho #|Ncholo ya #
lb||#. Quartal|So.;Mé.;Dë.;Më.;Do.;Fr.;Sa.
lg|Kya#|Kyakuna #
ln|SM#|sánzá mísáto ya yambo;sánzá mísáto ya míbalé;sánzá mísáto ya mísáto;sánzá mísáto ya mínei
lo|ຕມ#|ໄຕຣມາດ #|ອາ.;ຈ.;ອ.;ພ.;ພຫ.;ສຸ.;ສ.
lt|@ k.|@ ketvirtis|Sk;Pr;An;Tr;Kt;Pn;Št
lu|M#|Mueji #
luo|NMN#|nus mar nus #
luy||Robo ya Kala;Robo ya Kaviri;Robo ya Kavaga;Robo ya Kanne
lv|#. cet.|#. ceturksnis|Sv;Pr;Ot;Tr;Ce;Pk;Se
mai|ति#|पहिल तिमाही;दोसर तिमाही;तेसर तिमाही;चारिम तिमाही|रवि;सोम;मंगल;बुध;बृहस्पति;शुक्र;शनि
mas|E#|Erobo #
mer|Ĩmwe kĩrĩ inya;Ijĩrĩ kĩrĩ inya;Ithatũ kĩrĩ inya;Inya kĩrĩ inya|Ĩmwe kĩrĩ inya;Ijĩrĩ kĩrĩ inya;Ithatũ kĩrĩ inya;Inya kĩrĩ inya
mfe|T#|1e trimes;2em trimes;3em trimes;4em trimes
mg|T#|Telovolana voalohany;Telovolana faharoa;Telovolana fahatelo;Telovolana fahefatra
mgo|||1;2;3;4;5;6;7
mi|HW#|Hauwhā tuatahi;Hauwhā tuarua;Hauwhā tuatoru;Hauwhā tuawhā|Rāt;Man;Tū;Wen;Tāi;Par;Rāh
mk|јан – мар;апр – јун;јул – септ;окт – дек|прво тримесечје;второ тримесечје;трето тримесечје;четврто тримесечје
ml|ഒന്നാം പാദം;രണ്ടാം പാദം;മൂന്നാം പാദം;നാലാം പാദം|ഒന്നാം പാദം;രണ്ടാം പാദം;മൂന്നാം പാദം;നാലാം പാദം|ഞാ;തി;ചൊ;ബു;വ്യാ;വെ;ശ
mn|@ улирал|#-р улирал
mni|অহানবা মসুং;অনীশুবা মসুং;অহুমশুবা মসুং;মরীশুবা মসুং|অহানবা মসুং;অনীশুবা মসুং;অহুমশুবা মসুং;মরীশুবা মসুং
mr|ति#|प्रथम तिमाही;द्वितीय तिमाही;तृतीय तिमाही;चतुर्थ तिमाही|र;सो;मं;बु;गु;शु;श
ms|S#|Suku pertama;Suku Ke-2;Suku Ke-3;Suku Ke-4|Ah;Is;Se;Ra;Kh;Ju;Sa
mt|K#|1el kwart;2ni kwart;3et kwart;4ba’ kwart
mua|F#|Tai fĩi sai ma tǝn kee zah;Tai fĩi sai zah lǝn gwa ma kee;Tai fĩi sai zah lǝn sai ma kee;Tai fĩi sai ma coo kee zah ‘na
my|ပထမ သုံးလပတ်;ဒုတိယ သုံးလပတ်;တတိယ သုံးလပတ်;စတုတ္ထ သုံးလပတ်|ပထမ သုံးလပတ်;ဒုတိယ သုံးလပတ်;တတိယ သုံးလပတ်;စတုတ္ထ သုံးလပတ်
naq|KW#|1ro kwartals;2ǁî kwartals;3ǁî kwartals;4ǁî kwartals
nb|K#|#. kvartal|sø.;ma.;ti.;on.;to.;fr.;lø.
nd|K#|Kota #
ne|पहिलो सत्र;दोस्रो सत्र;तेस्रो सत्र;चौथो सत्र|पहिलो सत्र;दोस्रो सत्र;तेस्रो सत्र;चौथो सत्र
nl|K#|#e kwartaal
nmg|T#|Tindɛ nvúr;Tindɛ ńmba;Tindɛ ńlal;Tindɛ ńna
nn|K#|#. kvartal
no|K#|#. kvartal|sø.;ma.;ti.;on.;to.;fr.;lø.
nus|P#|Päth diɔk tin nhiam;Päth diɔk tin guurɛ;Päth diɔk tin wä kɔɔriɛn;Päth diɔk tin jiɔakdiɛn
nyn|K#|KWOTA #
om||Kurmaana #
om-KE|K#
or|1ମ ତ୍ରୟମାସ;2ୟ ତ୍ରୟମାସ;3ୟ ତ୍ରୟମାସ;4ର୍ଥ ତ୍ରୟମାସ|1ମ ତ୍ରୟମାସ;2ୟ ତ୍ରୟମାସ;3ୟ ତ୍ରୟମାସ;4ର୍ଥ ତ୍ରୟମାସ
os|1-аг кв.;2-аг кв.;3-аг кв.;4-ӕм кв.|1-аг квартал;2-аг квартал;3-аг квартал;4-ӕм квартал
pa|ਤਿਮਾਹੀ#|ਪਹਿਲੀ ਤਿਮਾਹੀ;ਦੂਜੀ ਤਿਮਾਹੀ;ਤੀਜੀ ਤਿਮਾਹੀ;ਚੌਥੀ ਤਿਮਾਹੀ|ਐਤ;ਸੋਮ;ਮੰਗ;ਬੁੱਧ;ਵੀਰ;ਸ਼ੁੱਕ;ਸ਼ਨਿੱ
pcm|K#|Fẹ́st Kwọ́ta;Sẹ́kọ́n Kwọ́ta;Tọ́d Kwọ́ta;Fọ́t Kwọ́ta
pl|@ kw.|@ kwartał|nie;pon;wto;śro;czw;pią;sob
ps|لومړۍ ربعه;2مه ربعه;3مه ربعه;4مه ربعه|لومړۍ ربعه;2مه ربعه;3مه ربعه;4مه ربعه
pt|T#|#º trimestre
pt-PT||#.º trimestre|dom.;seg.;ter.;qua.;qui.;sex.;sáb.
rm||#. quartal
rn|I#|Igice ca mbere c’umwaka;Igice ca kabiri c’umwaka;Igice ca gatatu c’umwaka;Igice ca kane c’umwaka
ro|trim. @|trimestrul I;trimestrul al II-lea;trimestrul al III-lea;trimestrul al IV-lea|du.;lu.;ma.;mi.;joi;vi.;sâ.
ro-MD|trim. #|trimestrul #|Du;Lu;Ma;Mi;Jo;Vi;Sâ
rof|R#|Robo ya kwanza;Robo ya kaili;Robo ya katatu;Robo ya kaana
ru|#-й кв.|#-й квартал
rw|I#|igihembwe cya mbere;igihembwe cya kabiri;igihembwe cya gatatu;igihembwe cya kane
rwk|R#|Robo #
sa|त्रैमासिक#|प्रथम त्रैमासिक;द्वितीय त्रैमासिक;तृतीय त्रैमासिक;चतुर्थ त्रैमासिक|Sun;Mon;Tue;Wed;Thu;Fri;Sat
sah|1-кы кб;2-с кб;3-с кб;4-с кб|1-кы кыбаартал;2-с кыбаартал;3-с кыбаартал;4-с кыбаартал
saq|R#|Robo #
sat|1ᱟᱜ ᱯᱮ ᱪᱟᱸᱫᱚᱠᱤᱭᱟᱹ;2ᱟᱜ ᱯᱮ ᱪᱟᱸᱫᱚᱠᱤᱭᱟᱹ;3ᱭᱟᱜ ᱯᱮ ᱪᱟᱸᱫᱚᱠᱤᱭᱟᱹ;4ᱟᱜ ᱯᱮ ᱪᱟᱸᱫᱚᱠᱤᱭᱟᱹ|1ᱟᱜ ᱯᱮ ᱪᱟᱸᱫᱚᱠᱤᱭᱟᱹ;2ᱟᱜ ᱯᱮ ᱪᱟᱸᱫᱚᱠᱤᱭᱟᱹ;3ᱭᱟᱜ ᱯᱮ ᱪᱟᱸᱫᱚᱠᱤᱭᱟᱹ;4ᱟᱜ ᱯᱮ ᱪᱟᱸᱫᱚᱠᱤᱭᱟᱹ
sbp|L#|Lobo #
sc|T#|#u trimestre
sd|Q1;Q2;Q3;Q5|پهرين ٽي ماهي;ٻين ٽي ماهي;ٽين ٽي ماهي;چوٿين ٽي ماهي
sd-Deva|पहिंरी टिमाही;बीं॒ टिमाही;टीं टिमाही;चोथीं टिमाही|पहिंरी टिमाही;बीं॒ टिमाही;टीं टिमाही;चोथीं टिमाही
se-FI|#Q|#. njealjádas
ses|A#|Arrubu #
sg|F4–1;F4–2;F4–3;F4–4|Fângbisïö ôko;Fângbisïö ûse;Fângbisïö otâ;Fângbisïö usïö
shi|ⴰⴽ #|ⴰⴽⵕⴰⴹⵢⵓⵔ #
shi-Latn|ak #|akṛaḍyur #
si|කාර්:#|# වන කාර්තුව|ඉරි;සඳු;අඟ;බදා;බ්‍රහ;සිකු;සෙන
sk||#. štvrťrok
sl|#. čet.|#. četrtletje
smn|#. niälj.|#. niäljádâs|pa;vu;ma;ko;tu;vá;lá
sn|K#|Kota #|Sv;Mu;Cp;Ct;Cn;Cs;Mg
so|R#|Rubaca #aad
sq|tremujori @|tremujori i parë;tremujori i dytë;tremujori i tretë;tremujori i katërt|die;hën;mar;mër;enj;pre;sht
sr|#. кв.|први квартал;други квартал;трећи квартал;четврти квартал|не;по;ут;ср;че;пе;су
sr-Latn|#. kv.|prvi kvartal;drugi kvartal;treći kvartal;četvrti kvartal|ne;po;ut;sr;če;pe;su
su|K#|kuartal ka-#
sv|K#|1:a kvartalet;2:a kvartalet;3:e kvartalet;4:e kvartalet|sö;må;ti;on;to;fr;lö
sv-FI|Q#
sw|Robo ya #|Robo ya #
ta|காலா.#|ஒன்றாம் காலாண்டு;இரண்டாம் காலாண்டு;மூன்றாம் காலாண்டு;நான்காம் காலாண்டு|ஞா;தி;செ;பு;வி;வெ;ச
te|త్రై#|#వ త్రైమాసికం|ఆది;సోమ;మం;బుధ;గురు;శుక్ర;శని
teo|K#|Akwota abe;Akwota Aane;Akwota auni;Akwota Aung’on
tg|Ч#|Ч#
th|ไตรมาส #|ไตรมาส #|อา.;จ.;อ.;พ.;พฤ.;ศ.;ส.
ti|ር#|#ይ ርብዒ
tk|#Ç|#-nji çärýek|ýb;db;sb;çb;pb;an;şb
to|K#|kuata ʻuluaki;kuata ua;kuata tolu;kuata fā
tr|Ç#|#. çeyrek|Pa;Pt;Sa;Ça;Pe;Cu;Ct
tt|# нче кв.|# нче квартал
twq|A#|Arrubu #
tzm|IA#|Imir adamsan #
ug|#-پەسىل|بىرىنچى پەسىل;ئىككىنچى پەسىل;ئۈچىنچى پەسىل;تۆتىنچى پەسىل|ي;د;س;چ;پ;ج;ش
uk|#-й кв.|#-й квартал
ur|پہلی سہ ماہی;دوسری سہ ماہی;تیسری سہ ماہی;چوتهی سہ ماہی|پہلی سہ ماہی;دوسری سہ ماہی;تیسری سہ ماہی;چوتهی سہ ماہی
uz|#-ch|#-chorak|Ya;Du;Se;Ch;Pa;Ju;Sh
uz-Cyrl|#-ч|#-чорак|як;ду;се;чо;па;жу;ша
vi||Quý #|CN;T2;T3;T4;T5;T6;T7
vun|R#|Robo #
wae||#. quartal
wo|1er Tri;2e Tri;3e Tri;4e Tri|1er Trimestar;2e Trimestar;3e Trimestar;4e Trimestar
xh|Kota #|ikota yoku-1;ikota yesi-2;ikota yesi-3;ikota yesi-4
xog||Ebisera ebyomwaka ebisoka;Ebisera ebyomwaka ebyokubiri;Ebisera ebyomwaka ebyokusatu;Ebisera ebyomwaka ebyokuna
yav||ndátúɛ #
yo|Ìdámẹ́rin kíní;Ìdámẹ́rin Kejì;Ìdámẹ́rin Kẹta;Ìdámẹ́rin Kẹrin|Ìdámẹ́rin kíní;Ìdámẹ́rin Kejì;Ìdámẹ́rin Kẹta;Ìdámẹ́rin Kẹrin
yo-BJ|Ìdámɛ́rin kíní;Ìdámɛ́rin Kejì;Ìdámɛ́rin Kɛta;Ìdámɛ́rin Kɛrin|Ìdámɛ́rin kíní;Ìdámɛ́rin Kejì;Ìdámɛ́rin Kɛta;Ìdámɛ́rin Kɛrin
yrl|M#|yepésáwa musapíri-yasí;mukũisawa musapíri-yasí;musapírisawa musapíri-yasí;irũdisawa musapíri-yasí
yue|第#季|第#季|日;一;二;三;四;五;六
zgh|ⴰⴽ #|ⴰⴽⵕⴰⴹⵢⵓⵔ #
zh|#季度|第一季度;第二季度;第三季度;第四季度
zh-Hant|第#季|第#季|日;一;二;三;四;五;六
zh-Hant-HK|Q#
zh-Hant-MO|Q#
zu||ikota yesi-#
`;
