"""Pictures in many formats, the same on every machine: smooth colours with sharp shapes."""

import io

import numpy
from PIL import Image, ImageDraw

from documents import temporary


def colours(size=(240, 160)):
    x, y = numpy.meshgrid(numpy.linspace(0, 255, size[0]), numpy.linspace(0, 255, size[1]))
    picture = Image.fromarray(numpy.dstack([x, y, 255 - (x + y) / 2]).astype("uint8"), "RGB")
    draw = ImageDraw.Draw(picture)
    draw.ellipse((30, 30, 130, 130), fill=(200, 30, 40))
    draw.rectangle((120, 60, 220, 140), fill=(20, 90, 160))
    return picture


def lines(size=(400, 300)):
    picture = Image.new("1", size, 1)
    draw = ImageDraw.Draw(picture)
    for at in range(0, 300, 20):
        draw.line((0, at, 399, 299 - at), fill=0, width=3)
    draw.ellipse((120, 70, 280, 230), fill=0)
    return picture


def saved(picture, format, **options):
    file = io.BytesIO()
    picture.save(file, format, **options)
    return file.getvalue()


def picture_file(name, picture, format, **options):
    return temporary(name, saved(picture, format, **options))


def jpeg():
    return picture_file("colours.jpg", colours(), "JPEG", quality=95)


def grey_jpeg():
    return picture_file("grey.jpg", colours().convert("L"), "JPEG", quality=95)


def png():
    return picture_file("colours.png", colours(), "PNG")


def transparent_png():
    picture = colours().convert("RGBA")
    alpha = numpy.linspace(0, 255, picture.width).astype("uint8")
    picture.putalpha(Image.fromarray(numpy.tile(alpha, (picture.height, 1)), "L"))
    return picture_file("transparent.png", picture, "PNG")


def palette_png():
    return picture_file("palette.png", colours().quantize(32), "PNG")


def deep_png():
    values = numpy.tile(numpy.linspace(0, 65535, 240).astype("uint16"), (160, 1))
    return picture_file("deep.png", Image.fromarray(values), "PNG")


def jpeg2000():
    return picture_file("colours.jp2", colours(), "JPEG2000")


def fax():
    return picture_file("lines.tif", lines(), "TIFF", compression="group4")


def fax_data(picture):
    """Returns the bare data of Group 4."""
    path = picture_file("data.tif", picture, "TIFF", compression="group4")
    with Image.open(path) as tiff:
        offset, count = tiff.tag_v2[273][0], tiff.tag_v2[279]
        assert len(tiff.tag_v2[273]) == 1
    with open(path, "rb") as file:
        file.seek(offset)
        return file.read(count if isinstance(count, int) else count[0])
