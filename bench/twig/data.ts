/** The constant data of the three documents. Some values need escaping. */
const names = ['Bolt M8', 'Nut & washer', "Fitter's hour", 'Cable <3 m>', 'Adhesive', 'Panel "Nord"'];

const receipt = {
  number: 'R-2041',
  shop: { name: 'Fischer & Söhne', street: 'Hafenstraße 3', city: 'Kiel' },
  currency: 'EUR',
  total: 1284.5,
  discount: 5,
  paid: true,
  method: 'card',
  days: 14,
  items: names.map((name, index) => ({ name, quantity: index + 1, price: 12.35 * (index + 1) })),
};

const invoice = {
  number: '2026-0117',
  issued: '3 March 2026',
  due: '17 March 2026',
  currency: 'EUR',
  rate: 19,
  net: 12345.6,
  sender: { name: 'Nordlicht GmbH', street: 'Am Kai 7', city: 'Hamburg' },
  customer: { name: 'Ann & Co.', street: '1 High Street', postcode: 'AB1 2CD', city: 'York', vat: 'GB123' },
  lines: Array.from({ length: 20 }, (_, index) => ({
    name: names[index % names.length],
    note: index % 3 === 0 ? 'as agreed on the phone' : '',
    quantity: (index % 7) + 1,
    unit: index % 4 === 0 ? 'h' : undefined,
    price: 17.25 + index * 3.1,
    discount: index % 5,
  })),
  notes: ['Payable within 14 days.', "Goods stay ours until they're paid."],
};

const table = {
  rows: Array.from({ length: 2_000 }, (_, index) => ({
    name: `${names[index % names.length]} ${index}`,
    mail: `person${index}@example.com`,
    address: { city: ['Kiel', 'York', 'Lyon', 'Graz'][index % 4] },
    amount: (index * 37.41) % 900,
  })),
};

export const documents: Record<string, Record<string, unknown>> = { receipt, invoice, table };
