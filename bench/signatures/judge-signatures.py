"""Reads the path of a PDF from each line, and prints what pyHanko says of its signatures in one line of JSON.

Nothing is trusted and nothing fetched: whether a signature is intact, and what was changed after it, needs neither.
"""

import json
import logging
import sys
import warnings

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko_certvalidator import ValidationContext

warnings.filterwarnings('ignore')
logging.disable(logging.CRITICAL)


def context():
    return ValidationContext(trust_roots=[], allow_fetching=False)


def judge(signature):
    if signature.sig_object_type == '/DocTimeStamp':
        status = validate_pdf_timestamp(signature, context())
    else:
        status = validate_pdf_signature(signature, context(), context())
    coverage = status.coverage.name if status.coverage else 'NONE'
    level = status.modification_level.name if status.modification_level else 'NONE'
    permitted = (
        level != 'OTHER'
        and getattr(status, 'docmdp_ok', None) is not False
        and coverage in ('ENTIRE_FILE', 'ENTIRE_REVISION')
    )
    changes = '' if permitted else str(status.diff_result or coverage)
    return {'intact': status.intact and status.valid, 'permitted': permitted, 'changes': changes}


def judge_file(path):
    found = []
    with open(path, 'rb') as file:
        reader = PdfFileReader(file, strict=False)
        if reader.encrypted:
            reader.decrypt('')
        for signature in reader.embedded_signatures:
            verdict = {'field': signature.field_name}
            try:
                verdict.update(judge(signature))
            except Exception as error:
                verdict['error'] = f'{type(error).__name__}: {error}'[:200]
            found.append(verdict)
    return found


for line in sys.stdin:
    try:
        result = judge_file(line.rstrip('\n'))
    except Exception as error:
        result = {'error': f'{type(error).__name__}: {error}'[:200]}
    print(json.dumps(result), flush=True)
