/**
 * The languages whose hyphenation patterns the package has, with the copyright and the licence of each. They are those of the
 * TeX project hyph-utf8, and the notices must be with them. Left out are those under the GPL, LGPL or MPL alone (Czech,
 * Hungarian, Latvian) and those whose terms are in doubt (Finnish).
 */

export interface HyphenationLanguage {
  /** The name of the patterns in the package `hyphen`, if it is another than Chromium's. */
  readonly patterns?: string;
  readonly copyright: string;
  readonly licence: keyof typeof patternLicences;
}

/** By the names that Chromium gives the languages. */
export const hyphenationLanguages: Readonly<Record<string, HyphenationLanguage>> = {
  bg: { copyright: '2000, 2004, 2017 Anton Zinoviev', licence: 'Zinoviev' },
  da: { copyright: '1994 Frank Jensen', licence: 'MIT' },
  'de-1996': {
    copyright:
      '2013-2024 Stephan Hennig, Werner Lemberg, Günter Milde, Sander van Geloven, Georg Pfeiffer, Gisbert W. Selke, Tobias Wendorf, Keno Wehr',
    licence: 'MIT',
  },
  el: { patterns: 'el-monoton', copyright: '2008-2011 Dimitrios Filippou', licence: 'MIT' },
  'en-gb': { copyright: '1992, 1996, 2005, 2016 Dominik Wujastyk, Graham Toal', licence: 'MIT' },
  'en-us': { copyright: '1990, 2004, 2005 Gerard D.C. Kuiken', licence: 'notice' },
  es: { copyright: '1993, 1997 Javier Bezos, 2001-2019 Javier Bezos, CervanTeX', licence: 'MIT' },
  et: { copyright: '2004-2015 Enn Saar', licence: 'MIT' },
  fr: {
    copyright: '1994-2002 Daniel Flipo, Bernard Gaulle, 2016 Arthur Reutenauer',
    licence: 'MIT',
  },
  hr: { copyright: '1994, 1996, 2011, 2015 Igor Marinović', licence: 'Marinović' },
  it: { copyright: '2008-2011 Claudio Beccari', licence: 'MIT' },
  lt: { copyright: '1992 Sigitas Tolušis, Yannis Haralambous', licence: 'MIT' },
  nb: {
    copyright: '2004, 2005 Rune Kleveland, Ole Michael Selberg, 2007 Karl Ove Hufthammer',
    licence: 'notice',
  },
  nl: { copyright: '1996 Piet Tutelaers', licence: 'MIT' },
  nn: {
    copyright: '2004, 2005 Rune Kleveland, Ole Michael Selberg, 2007 Karl Ove Hufthammer',
    licence: 'notice',
  },
  pl: { copyright: '1987-1995 Hanna Kołodziejska, Bogusław Jackowski, Marek Ryćko', licence: 'MIT' },
  pt: {
    copyright:
      '1987, 1994, 1996, 2015 Pedro J. de Rezende, 1996, 2015 J. Joao Dias Almeida, 2024 Leonardo Araujo and Aline Benevides',
    licence: 'BSD-3-Clause',
  },
  ru: { copyright: '1999-2003 Alexander I. Lebedev', licence: 'LPPL' },
  sk: { copyright: '1992 Jana Chlebíková', licence: 'MIT' },
  sl: { copyright: '1990 Matjaž Vrečko', licence: 'MIT' },
  sv: { copyright: '1994 Jan Michael Rynning', licence: 'LPPL' },
  uk: { copyright: '1998-2001 Maksym Polyakov', licence: 'MIT' },
};

export const patternLicences = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  notice: `Copying and distribution of this file, with or without modification, are permitted in any medium without royalty provided the
copyright notice and this notice are preserved.`,
  'BSD-3-Clause': `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:
* Redistributions of source code must retain the above copyright notice, this list of conditions and the following
disclaimer.
* Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
disclaimer in the documentation and/or other materials provided with the distribution.
* Neither the name of the University of Campinas, of the University of Minho nor the names of its contributors may be
used to endorse or promote products derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL PEDRO J. DE REZENDE OR J.JOAO DIAS ALMEIDA BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF
THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`,
  Zinoviev: `This software may be used, modified, copied, distributed, and sold, both in source and binary form provided that the
above copyright notice and these terms are retained. The name of the author may not be used to endorse or promote
products derived from this software without prior permission. THIS SOFTWARE IS PROVIDES "AS IS" AND ANY EXPRESS OR
IMPLIED WARRANTIES ARE DISCLAIMED. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY DAMAGES ARISING IN ANY WAY OUT OF THE
USE OF THIS SOFTWARE.`,
  Marinović: `Permission is hereby granted, free of charge, to any person obtaining a copy of this file and any associated
documentation (the "Data Files") to deal in the Data Files without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, and/or sell copies of the Data Files, and to permit persons to whom
the Data Files are furnished to do so, provided that
(a) this copyright and permission notice appear with all copies of the Data Files,
(b) this copyright and permission notice appear in associated documentation, and
(c) there is clear notice in each modified Data File as well as in the documentation associated with the Data File(s)
that the data has been modified.

THE DATA FILES ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD PARTY RIGHTS. IN NO EVENT
SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR
CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA
FILES.

Except as contained in this notice, the name of a copyright holder shall not be used in advertising or otherwise to
promote the sale, use or other dealings in these Data Files without prior written authorization of the copyright holder.`,
  // LPPL 1.3c, 3 and 6d: the work is compiled from all of the patterns, unchanged, and the notice says where they are.
  LPPL: 'The LaTeX Project Public License, https://www.latex-project.org/lppl/. The patterns are complete and unchanged. Their source is hyph-utf8, https://ctan.org/pkg/hyph-utf8, where they are in the files hyph-ru.tex and hyph-sv.tex.',
} as const;
