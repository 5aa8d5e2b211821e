/** The text of a link says where it leads, also when it is read out alone. */
import { getAttribute, getLabel, quoteText } from '../lint-document.ts';
import type { LintCheck } from './report.ts';

export const checkLinks: LintCheck = (document, report) => {
  for (const element of document.elements) {
    if (element.tagName !== 'a' || getAttribute(element, 'href') === undefined) continue;
    if (document.isUnknown(element)) continue;
    const label = getLabel(element);
    const text = label ?? document.text(element);
    const explains = Boolean(label ?? getAttribute(element, 'title')?.trim());
    if (text === '' && !explains) {
      report(
        'link-empty',
        element,
        'This link has no text: write where it leads, or give the image in it an alt text.',
      );
    } else if (!explains && sayNothing.has(normalize(text))) {
      report(
        'link-text',
        element,
        `The link text ${quoteText(text)} does not say where the link leads: name its target.`,
      );
    } else if (!explains && /^(?:https?:\/\/|www\.)\S{15,}$/i.test(text)) {
      report(
        'link-address',
        element,
        `The text of this link is an address, which is read out letter by letter: write the name of the page, or add aria-label with it.`,
      );
    }
  }
};

/** Without arrows, quotes and the marks at the end: `Read more »` is `read more`. */
const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** By language: en, de, fr, es, it, pt, nl, pl, sv, da, no, fi, cs, hu, ro, el, ru, uk, tr, ar, he, zh, ja, ko. */
const sayNothing: ReadonlySet<string> = new Set([
  ...['here', 'click here', 'click', 'more', 'read more', 'learn more', 'see more', 'view more', 'show more'],
  ...[
    'find out more',
    'more info',
    'more information',
    'more details',
    'details',
    'info',
    'link',
    'this link',
  ],
  ...['this', 'this page', 'read', 'read on', 'continue', 'continue reading', 'go', 'see here', 'tap here'],
  ...['hier', 'hier klicken', 'klick hier', 'klicken sie hier', 'klicke hier', 'mehr', 'mehr erfahren'],
  ...['mehr lesen', 'mehr infos', 'mehr informationen', 'weitere informationen', 'weiter', 'weiterlesen'],
  ...[
    'ici',
    'cliquez ici',
    'cliquer ici',
    'clique ici',
    'plus',
    'en savoir plus',
    'lire la suite',
    'la suite',
  ],
  ...['voir plus', 'plus d infos', 'plus d informations', 'lien', 'ce lien', 'aquí', 'aqui', 'haz clic aquí'],
  ...['haga clic aquí', 'clic aquí', 'más', 'leer más', 'ver más', 'saber más', 'más información', 'enlace'],
  ...[
    'qui',
    'clicca qui',
    'cliccare qui',
    'fai clic qui',
    'di più',
    'leggi di più',
    'leggi tutto',
    'scopri di più',
  ],
  ...['maggiori informazioni', 'clique aqui', 'mais', 'ver mais', 'leia mais', 'saiba mais', 'saber mais'],
  ...['mais informações', 'klik hier', 'meer', 'lees meer', 'lees verder', 'meer informatie', 'meer info'],
  ...[
    'tutaj',
    'tu',
    'kliknij tutaj',
    'kliknij',
    'więcej',
    'czytaj więcej',
    'czytaj dalej',
    'dowiedz się więcej',
  ],
  ...[
    'här',
    'klicka här',
    'läs mer',
    'mer',
    'mer information',
    'her',
    'klik her',
    'læs mere',
    'mere',
    'se mere',
  ],
  ...[
    'klikk her',
    'trykk her',
    'les mer',
    'se mer',
    'tästä',
    'täällä',
    'tässä',
    'klikkaa tästä',
    'lue lisää',
  ],
  ...['lisää', 'lisätietoja', 'zde', 'klikněte zde', 'více', 'číst dále', 'více informací', 'itt', 'ide'],
  ...[
    'kattintson ide',
    'tovább',
    'bővebben',
    'aici',
    'click aici',
    'mai mult',
    'citește mai mult',
    'află mai multe',
  ],
  ...[
    'εδώ',
    'πατήστε εδώ',
    'περισσότερα',
    'διαβάστε περισσότερα',
    'здесь',
    'тут',
    'нажмите здесь',
    'подробнее',
  ],
  ...[
    'далее',
    'читать далее',
    'детальніше',
    'читати далі',
    'натисніть тут',
    'burada',
    'buraya',
    'buraya tıklayın',
  ],
  ...[
    'tıklayın',
    'devamı',
    'daha fazla',
    'daha fazla bilgi',
    'هنا',
    'اضغط هنا',
    'انقر هنا',
    'المزيد',
    'اقرأ المزيد',
  ],
  ...[
    'כאן',
    'לחצו כאן',
    'עוד',
    'קרא עוד',
    '这里',
    '此处',
    '点击这里',
    '点击此处',
    '更多',
    '查看更多',
    '阅读更多',
    '了解更多',
  ],
  ...[
    '這裡',
    '點擊這裡',
    '按這裡',
    '閱讀更多',
    '了解詳情',
    'こちら',
    'ここ',
    'ここをクリック',
    'こちらをクリック',
    '続きを読む',
  ],
  ...[
    '詳細',
    '詳しくはこちら',
    'もっと見る',
    '여기',
    '여기를 클릭',
    '여기를 클릭하세요',
    '더 보기',
    '더보기',
    '자세히',
    '자세히 보기',
  ],
]);
