<?php
// What programs for Gotenberg do, with gotenberg-php and Guzzle: see the README two folders above.
require 'vendor/autoload.php';

use Gotenberg\Exceptions\GotenbergApiErrored;
use Gotenberg\Gotenberg;
use Gotenberg\Modules\ChromiumEmulatedMediaFeatures;
use Gotenberg\SplitMode;
use Gotenberg\Stream;

$server = getenv('GOTENBERG_URL');
$http = new GuzzleHttp\Client(['timeout' => 60]);
if (!is_dir('made')) mkdir('made');
$save = fn ($request) => Gotenberg::save($request, 'made', $http);
$index = fn () => Stream::string(
    'index.html',
    '<link rel="stylesheet" href="style.css"><h1>Invoice 2026-104</h1>',
);
$css = '@media (prefers-color-scheme: dark) { h1::after { content: " at night" } }';
$style = fn () => Stream::string('style.css', $css);
$chromium = fn ($name) => Gotenberg::chromium($server)->pdf()->outputFilename($name);

$save($chromium('invoice')
    ->paperSize('210mm', '297mm')
    ->metadata(['Title' => 'Invoice 2026-104'])
    ->emulatedMediaFeatures([new ChromiumEmulatedMediaFeatures('prefers-color-scheme', 'dark')])
    ->assets($style())
    ->html($index()));
$save($chromium('page')->url(getenv('PAGE_URL')));
$save($chromium('notes')->markdown(
    Stream::string('index.html', '<body>{{ toHTML "notes.md" }}</body>'),
    Stream::string('notes.md', "# Notes\n\n- **one**\n"),
));
$save(Gotenberg::chromium($server)->screenshot()
    ->outputFilename('screen')
    ->width(400)
    ->height(300)
    ->clip()
    ->png()
    ->assets($style())
    ->html($index()));

$engines = fn () => Gotenberg::pdfEngines($server);
$save($engines()->outputFilename('merged')->merge(
    Stream::path('made/page.pdf'),
    Stream::path('made/invoice.pdf'),
    Stream::path('made/notes.pdf'),
));
$save($engines()->outputFilename('parts')->split(SplitMode::pages('1-2'), Stream::path('made/merged.pdf')));
$save($engines()
    ->outputFilename('stamped')
    ->stamping('text', 'PAID', '', ['opacity' => 0.5, 'rotation' => 0])
    ->stamp('text', Stream::path('made/page.pdf')));
$save($engines()
    ->outputFilename('described')
    ->writeMetadata(['Author' => 'Ada Lovelace'], Stream::path('made/merged.pdf')));
$read = Gotenberg::send($engines()->readMetadata(Stream::path('made/described.pdf')), $http);
$metadata = json_decode((string) $read->getBody(), true)['described.pdf'];
file_put_contents('made/metadata.json', json_encode($metadata));

// The answer is empty: the file is sent to the webhook.
$hook = getenv('WEBHOOK_URL');
Gotenberg::send($chromium('later')
    ->webhook($hook, $hook)
    ->webhookMethod('PUT')
    ->webhookExtraHttpHeaders(['X-Order' => '104'])
    ->html($index()), $http);

try {
    Gotenberg::send($chromium('wrong')->nativePageRanges('x')->html($index()), $http);
} catch (GotenbergApiErrored $error) {
    file_put_contents('made/error.txt', $error->getMessage());
}
