import { expect, it } from 'vitest';
import { languageOfData } from '../../../../../src/cli/commands/templates/new/data-language.ts';

it.each([
  [{ lang: 'de', invoice_number: 1, customer: 'A', due_date: '' }, 'de'],
  [{ language: 'fr_CH' }, 'fr-CH'],
  [{ language: 'PHP', invoice: 1, customer: 'Ada' }, 'en'],
  [{ rechnungsnummer: 'R-1', faellig_am: '2026-11-30', hinweis: 'x', kunde: { name: 'Ada' } }, 'de'],
  [{ kunde: 'Ada', straße: 'Ring 5', menge: 2, preis: 3 }, 'de'],
  [{ text: 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.' }, 'de'],
  [{ number: 1, customer: 'Ada', note: 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.' }, 'de'],
  [{ facture: 7, client: 'Ada', montant: 3, quantité: 1 }, 'fr'],
  [{ factura: 7, cliente: 'Ada', fecha: '', importe: 3 }, 'es'],
  [{ factuur: 7, klant: 'Ada', bedrag: 3 }, 'nl'],
  [{ invoice_number: 7, customer: { name: 'Müller GmbH', street: 'Hauptstraße 5' }, due_date: '' }, 'en'],
  [{ faktura: 7, kund: 'Ada', belopp: 3 }, 'sv'],
  [{ a: 1, b: 'x' }, undefined],
  [{ faktura: 7 }, undefined],
])('%j is in %s', (data, tag) => {
  expect(languageOfData(data)?.tag).toBe(tag);
});
