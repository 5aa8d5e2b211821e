/**
 * How languages write ordinals in digits, as the Unicode CLDR, release 42, has it: for each the rules of `NumberRules`.
 * Licence: https://github.com/unicode-org/cldr/blob/release-42/LICENSE
 */
export const ordinalRules: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'ar be bs cs cy da de el eo et fa fi fo he hr hu hy is ka lb lt lv mk mt nb ne nn pl qu ru se sk sl sq sr sw ' +
      'tr uk'
    )
      .split(' ')
      .map((language) => [language, 'a 0:=#,##0=.;-x:−>a>']),
  ),
  af: `a 0:=#,##0==b=;-x:−>a>
b 0:ste;1:ste;2:de;20:ste;100:>b>`,
  am: 'a 0:=#,##0=ኛ;-x:−>a>',
  bg: `a 0:=#,##0=-=b=;-x:−>a>
b 0:и;1:ви;2:ри;3:ти;5:и;20:>b>;100:>c>;1000:>b>
c 0:тен;1:>b>;100:>c>`,
  ca: `a 0:=#,##0==b=;-x:−>a>
b 0:è;1:r;2:n;3:r;4:t;5:è;20:>b>;100:>b>`,
  ee: 'a 0:=#,##0= lia;1:=#,##0= tɔ;2:=#,##0= lia;-x:−>a>',
  en: 'a 0:=#,##0=$(ordinal,one{st}two{nd}few{rd}other{th})$;-x:−>a>',
  es: 'a 0:=#,##0=.º;-x:−>a>',
  fil: 'a 0:ika=#,##0=;-x:−>a>',
  fr: 'a 0:=#,##0=$(ordinal,one{er}other{e})$;-x:−>a>',
  ga: 'a 0:=#,##0=ú;-x:−>a>',
  hi: 'a 0:0;1:=0=ला;2:=0=रा;4:=0=था;5:=0=वाँ;6:=0=ठा;7:=#,##0=वाँ;-x:−>a>',
  id: 'a 0:ke-=#,##0=;-x:−ke->#,##0>',
  it: 'a 0:=#,##0=º;-x:−>a>',
  ja: 'a 0:第=#,##0=;-x:第−>#,##0>',
  kk: 'a 0:=#,##0=-$(ordinal,many{шы}other{ші})$;-x:−>a>',
  ko: 'a 0:=#,##0=번째;-x:−>a>',
  ms: 'a 0:ke-=#,##0=;1:No. 1;2:ke-=#,##0=;-x:−ke->#,##0>',
  nl: 'a 0:=#,##0=e;-x:−>a>',
  pt: 'a 0:=#,##0=º;-x:−>a>',
  ro: 'a 0:=#,##0=a;-x:−>a>',
  sv: 'a 0:=#,##0=$(ordinal,one{:a}other{:e})$;-x:−>a>',
  ta: 'a 0:=#,##0=.;-x:−>a>',
  th: 'a 0:ที่\u00a0=#,##0=;-x:ที่\u00a0−>#,##0>',
  vi: 'a 0:thứ =#,##0=;-x:−>a>',
  yue: 'a 0:第=#,##0=;-x:第−>#,##0>',
  zh: 'a 0:第=#,##0=;-x:第−>#,##0>',
};
