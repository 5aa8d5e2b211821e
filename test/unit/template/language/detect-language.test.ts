import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../../../src/template/language/detect-language.ts';

const texts: Readonly<Record<string, string>> = {
  en: 'When you have read this letter, please send us the signed copy within two weeks. We will then open the account for you and tell you which documents are still missing. If you have questions about the terms, our office can be reached on all working days from nine to five.',
  de: 'Bitte senden Sie uns die unterschriebene Kopie innerhalb von zwei Wochen zurück. Wir eröffnen dann das Konto für Sie und teilen Ihnen mit, welche Unterlagen noch fehlen. Wenn Sie Fragen zu den Bedingungen haben, ist unser Büro an allen Werktagen von neun bis siebzehn Uhr für Sie da.',
  fr: 'Nous vous prions de nous renvoyer la copie signée dans un délai de deux semaines. Nous ouvrirons ensuite le compte pour vous et vous dirons quels documents sont encore nécessaires. Si vous avez des questions sur les conditions, notre bureau est ouvert tous les jours de la semaine.',
  es: 'Le rogamos que nos envíe la copia firmada en un plazo de dos semanas. Después abriremos la cuenta para usted y le diremos qué documentos faltan todavía. Si tiene preguntas sobre las condiciones, nuestra oficina está abierta todos los días de la semana desde las nueve hasta las cinco.',
  it: 'La preghiamo di inviarci la copia firmata entro due settimane. Poi apriremo il conto per lei e le diremo quali documenti mancano ancora. Se ha domande sulle condizioni della banca, il nostro ufficio è aperto tutti i giorni della settimana dalle nove alle cinque, anche nel mese di agosto.',
  pt: 'Pedimos que nos envie a cópia assinada no prazo de duas semanas. Depois abriremos a conta para você e diremos quais documentos ainda faltam. Se tem perguntas sobre as condições, o nosso escritório está aberto em todos os dias da semana, das nove até as cinco, e também no mês de agosto.',
  nl: 'Wij vragen u om de ondertekende kopie binnen twee weken naar ons te sturen. Daarna openen wij de rekening voor u en laten wij u weten welke stukken nog ontbreken. Als u vragen heeft over de voorwaarden, dan is ons kantoor op alle werkdagen van negen tot vijf uur bereikbaar.',
  pl: 'Prosimy o przesłanie podpisanej kopii w ciągu dwóch tygodni. Następnie otworzymy dla Państwa konto i powiemy, jakie dokumenty są jeszcze potrzebne. Jeżeli mają Państwo pytania co do warunków, to nasze biuro jest otwarte przez cały tydzień, a także po południu. Prosimy nie wysyłać oryginałów do oddziału, bo są one w systemie.',
  el: 'Σας παρακαλούμε να μας στείλετε το υπογεγραμμένο αντίγραφο (PDF, ACME Ltd).',
  ja: '署名済みの控えを二週間以内にお送りください。その後、口座を開設いたします。',
  zh: '请在两周内将签字的副本寄给我们。然后我们将为您开立账户,并告知您还缺少哪些文件。',
  ko: '서명된 사본을 2주 이내에 보내 주시기 바랍니다. 그 후 계좌를 개설해 드리겠습니다.',
  th: 'กรุณาส่งสำเนาที่ลงนามแล้วภายในสองสัปดาห์',
  he: 'אנא שלחו לנו את העותק החתום בתוך שבועיים. לאחר מכן נפתח את החשבון.',
};

describe('detects the language', () => {
  it.each(Object.entries(texts))('%s', (tag, text) => expect(detectLanguage(text)).toBe(tag));
});

describe('detects no language', () => {
  it.each([
    ['an empty text', ''],
    ['an invoice with few words', 'Invoice 2026-101 ACME Ltd Total 1,234.00 EUR VAT 20 % Due in 14 days'],
    ['a name', 'Καλημέρα'],
    ['two languages', `${texts.en} ${texts.de}`],
    ['two scripts', `${texts.el} ${texts.en}`],
    [
      'what may be Danish or Norwegian',
      'Vi har sendt det til dem og de har svart at det er i orden. '.repeat(5),
    ],
    ['a script of several languages', 'कृपया हस्ताक्षरित प्रति दो सप्ताह के भीतर हमें भेजें और हम खाता खोलेंगे।'],
    ['placeholder text', 'Lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod '.repeat(20)],
    ['a list of names', 'Ada Lovelace Grace Hopper Alan Turing Edsger Dijkstra Barbara Liskov '.repeat(10)],
    ['one word again and again', 'the '.repeat(100)],
  ])('for %s', (_, text) => expect(detectLanguage(text)).toBeUndefined());
});
