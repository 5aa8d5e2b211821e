/** Abbreviations of time zones, by the names of the zones. Standard time comes first, then summer time. */
export const clockNames: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      [
        'GMT',
        'Africa/Abidjan,Accra,Bamako,Banjul,Bissau,Conakry,Dakar,Freetown,Lome,Monrovia,Nouakchott,Ouagadougou,Sao_Tome America/Danmarkshavn Atlantic/Reykjavik,St_Helena',
      ],
      [
        'EAT',
        'Africa/Addis_Ababa,Asmara,Dar_es_Salaam,Djibouti,Kampala,Mogadishu,Nairobi Indian/Antananarivo,Comoro,Mayotte',
      ],
      ['CET', 'Africa/Algiers,Tunis'],
      [
        'WAT',
        'Africa/Bangui,Brazzaville,Douala,Kinshasa,Lagos,Libreville,Luanda,Malabo,Ndjamena,Niamey,Porto-Novo',
      ],
      [
        'CAT',
        'Africa/Blantyre,Bujumbura,Gaborone,Harare,Juba,Khartoum,Kigali,Lubumbashi,Lusaka,Maputo,Windhoek',
      ],
      [
        'EET EEST',
        'Africa/Cairo Asia/Beirut,Famagusta,Gaza,Hebron,Nicosia Europe/Athens,Bucharest,Chisinau,Helsinki,Kyiv,Mariehamn,Riga,Sofia,Tallinn,Vilnius',
      ],
      [
        'CET CEST',
        'Africa/Ceuta Arctic/Longyearbyen Europe/Amsterdam,Andorra,Belgrade,Berlin,Bratislava,Brussels,Budapest,Busingen,Copenhagen,Gibraltar,Ljubljana,Luxembourg,Madrid,Malta,Monaco,Oslo,Paris,Podgorica,Prague,Rome,San_Marino,Sarajevo,Skopje,Stockholm,Tirane,Vaduz,Vatican,Vienna,Warsaw,Zagreb,Zurich',
      ],
      ['SAST', 'Africa/Johannesburg,Maseru,Mbabane'],
      ['EET', 'Africa/Tripoli Europe/Kaliningrad'],
      ['HST HDT', 'America/Adak'],
      ['AKST AKDT', 'America/Anchorage,Juneau,Metlakatla,Nome,Sitka,Yakutat'],
      [
        'AST',
        'America/Anguilla,Antigua,Aruba,Barbados,Blanc-Sablon,Curacao,Dominica,Grenada,Guadeloupe,Kralendijk,Lower_Princes,Marigot,Martinique,Montserrat,Port_of_Spain,Puerto_Rico,Santo_Domingo,St_Barthelemy,St_Kitts,St_Lucia,St_Thomas,St_Vincent,Tortola',
      ],
      ['EST', 'America/Atikokan,Cancun,Cayman,Jamaica,Panama'],
      [
        'CST',
        'America/Bahia_Banderas,Belize,Chihuahua,Costa_Rica,El_Salvador,Guatemala,Managua,Merida,Mexico_City,Monterrey,Regina,Swift_Current,Tegucigalpa Asia/Macau,Shanghai,Taipei',
      ],
      ['MST MDT', 'America/Boise,Cambridge_Bay,Ciudad_Juarez,Denver,Edmonton,Inuvik'],
      [
        'CST CDT',
        'America/Chicago,Havana,Indiana/Knox,Indiana/Tell_City,Matamoros,Menominee,North_Dakota/Beulah,North_Dakota/Center,North_Dakota/New_Salem,Ojinaga,Rankin_Inlet,Resolute,Winnipeg',
      ],
      ['MST', 'America/Creston,Dawson,Dawson_Creek,Fort_Nelson,Hermosillo,Mazatlan,Phoenix,Whitehorse'],
      [
        'EST EDT',
        'America/Detroit,Grand_Turk,Indiana/Indianapolis,Indiana/Marengo,Indiana/Petersburg,Indiana/Vevay,Indiana/Vincennes,Indiana/Winamac,Iqaluit,Kentucky/Louisville,Kentucky/Monticello,Nassau,New_York,Port-au-Prince,Toronto',
      ],
      ['AST ADT', 'America/Glace_Bay,Goose_Bay,Halifax,Moncton,Thule Atlantic/Bermuda'],
      ['PST PDT', 'America/Los_Angeles,Tijuana,Vancouver'],
      ['NST NDT', 'America/St_Johns'],
      ['AEST AEDT', 'Antarctica/Macquarie Australia/Hobart,Melbourne,Sydney'],
      ['NZST NZDT', 'Antarctica/McMurdo Pacific/Auckland'],
      ['HKT', 'Asia/Hong_Kong'],
      ['WIB', 'Asia/Jakarta,Pontianak'],
      ['WIT', 'Asia/Jayapura'],
      ['IST IDT', 'Asia/Jerusalem'],
      ['PKT', 'Asia/Karachi'],
      ['IST', 'Asia/Kolkata'],
      ['WITA', 'Asia/Makassar'],
      ['PST', 'Asia/Manila'],
      ['KST', 'Asia/Pyongyang,Seoul'],
      ['JST', 'Asia/Tokyo'],
      ['WET WEST', 'Atlantic/Canary,Faroe,Madeira Europe/Lisbon'],
      ['ACST ACDT', 'Australia/Adelaide,Broken_Hill'],
      ['AEST', 'Australia/Brisbane,Lindeman'],
      ['ACST', 'Australia/Darwin'],
      ['AWST', 'Australia/Perth'],
      ['GMT IST', 'Europe/Dublin'],
      ['GMT BST', 'Europe/Guernsey,Isle_of_Man,Jersey,London'],
      ['MSK', 'Europe/Kirov,Moscow,Simferopol,Volgograd'],
      ['ChST', 'Pacific/Guam,Saipan'],
      ['HST', 'Pacific/Honolulu'],
      ['SST', 'Pacific/Midway,Pago_Pago'],
    ] as const
  ).flatMap(([names, zones]) =>
    zones.split(' ').flatMap((group) => {
      const [area, places] = group.split(/\/(.*)/s) as [string, string];
      return places
        .split(',')
        .map((place): [string, readonly string[]] => [`${area}/${place}`, names.split(' ')]);
    }),
  ),
);
