/** The most frequent words of languages: articles, pronouns, prepositions and the like, which every text of theirs has. */

const words = {
  en: 'the of and to in is that for it with as was on be at by this are from or an have not you which your we our will has been their they can if all but were there',
  de: 'der die das und ist in den von zu mit sich des auf für nicht ein eine dem im als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum wir ihr ihre haben oder zur durch sowie bitte ihnen uns',
  fr: 'le la les de des du et un une est que en dans pour qui pas sur au par plus ce ne se il avec sont son sa ses aux nous vous ou mais cette été leur être votre nos elle ont fait comme',
  es: 'el la los las de del y que en un una es por con para no se su al lo como más o pero sus le ha este esta son entre cuando sin sobre también fue nos usted muy desde está hasta ser tiene',
  it: 'il lo la i gli le di del della e che in un una è per con non si da sono al come più dei delle nel alla ha anche ma questo questa suo o se sua ci essere dal nella degli stato alle vostro',
  pt: 'o a os as de do da dos das e que em um uma é por com para não se ao no na mais como mas foi ser são seu sua ou tem também pelo pela nos já está você até isso nas à',
  nl: 'de het een en van in is dat op te zijn met voor niet aan er om ook als dan maar bij door uit naar wordt hij heeft nog ze worden wij onze u uw deze dit kan zich geen over tot werd hebben',
  sv: 'och i att det som en på är av för med den till inte har de ett om var jag men sig från vi så kan när eller man hade under ska efter också vid er här hos vår detta än alla',
  da: 'og i at det er en den til på som af for med ikke der de har et var jeg men fra vi så kan når eller man havde ved skal efter også om vil hvor sig sin være denne blev bliver',
  nb: 'og i å det er en som på av for til med ikke har den de et var jeg men fra vi så kan når eller man hadde ved skal etter også om vil hvor seg sin være denne ble blir',
  fi: 'ja on ei se että oli hän ovat mutta kun joka tai myös niin kuin jos sen ole voi mukaan vain sekä jo olla siitä hänen tämä ne jotka nyt kanssa ollut joita jonka vuonna',
  pl: 'i w z na do się nie jest to że o od za po jak przez są dla ale oraz przy tym co ma tylko lub był jego tak może być ich które który już ze jej także pod bez państwa',
  cs: 'a v se na je že to z s o do i jako pro za by byl ve od po jsou který které nebo ale jeho až však jsme podle také při která bylo mezi jen ke si už být tak aby',
  sk: 'a v sa na je že to z s o do aj ako pre za by bol vo od po sú ktorý ktoré alebo ale jeho až však sme podľa tiež pri ktorá bolo medzi len ku si už byť tak aby',
  hu: 'a az és hogy nem is egy van volt csak meg de mint már ez ha vagy ki el még minden ezt azt lehet sem után között szerint illetve ami aki kell pedig amely által mert',
  ro: 'și de la în a cu pe nu că o din pentru care este sau mai ale sunt fi un au prin al să se după fost cele lui dar acest această între ca dacă lor până',
  tr: 've bir bu da de için ile olarak olan çok daha gibi en kadar sonra ne var ancak ise olduğu değil ya veya her tarafından göre ki olduğunu ama hem mi üzere bütün',
  hr: 'i u je na se da za od su s o kao koji koja koje ne što bi iz do ali ili sa po nije samo više bio biti ako te već kako sve prema između',
  id: 'yang dan di dari untuk dengan pada ini itu adalah dalam tidak akan ke oleh juga sebagai atau telah dapat kami anda karena ada lebih tersebut secara bahwa',
  ca: 'el la els les de del i que en un una és per amb no es al com més o però seva seu aquest aquesta són entre quan sense sobre també va ha ser té dels hi fins',
  ru: 'и в не на что с по это как из у за от то о к для же его но при также или их был так все может быть она которые который если только вы мы',
  uk: 'і в не на що з по це як із у за від то о до для його але при також або їх був так все може бути вона які який якщо тільки ви ми та є',
  bg: 'и в не на че с по това как от за се са да при също или те бил така всички може бъде тя които който ако само вие ние е до като най',
  sr: 'и у је на се да за од су с о као који која које не што би из до али или са по није само више био бити ако те већ како све према између',
} as const;

/** Tag of BCP 47 → words. Languages that are close to each other are here so that neither is taken for the other. */
export const functionWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(words).map(([tag, text]) => [tag, new Set(text.split(' '))]),
);
