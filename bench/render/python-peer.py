"""Prints HTML files with PlutoPrint or ferropdf, as a program in Python does that keeps running.

Reads a line `source<TAB>output` for each document and answers with a line: `done`, or why there is none.
"""

import sys


def printer(name):
    if name == "plutoprint":
        import plutoprint

        def print_document(source, output):
            book = plutoprint.Book(plutoprint.PAGE_SIZE_A4)
            with open(source, encoding="utf-8") as file:
                book.load_html(file.read())
            book.write_to_pdf(output)

        return print_document

    import ferropdf

    engine = ferropdf.Engine(ferropdf.Options(page_size="A4", margin="10mm"))

    def print_document(source, output):
        with open(source, encoding="utf-8") as file:
            pdf = engine.render(file.read())
        with open(output, "wb") as file:
            file.write(pdf)

    return print_document


print_document = printer(sys.argv[1])
for line in sys.stdin:
    try:
        print_document(*line.rstrip("\n").split("\t"))
        print("done", flush=True)
    except Exception as error:
        print(str(error).replace("\n", " ") or "no reason", flush=True)
