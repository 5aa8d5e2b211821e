<?php
// Fills a template, given by its name, and merges two documents of it into merged.pdf.
// With the client that openapi-generator makes for PHP: see the README above this folder.
require 'vendor/autoload.php';

$name = $argv[1];
$configuration = (new Pdfapi\Configuration())
    ->setHost(getenv('PDFAPI_URL'))
    ->setAccessToken(getenv('PDFAPI_TOKEN'));
$templates = new Pdfapi\Api\TemplatesApi(new GuzzleHttp\Client(['timeout' => 60]), $configuration);

try {
    $request = new Pdfapi\Model\GenerateRequest(['data' => ['number' => '2026-104']]);
    $one = $templates->generate($name, $request);
    $documents = array_map(
        fn ($number) => new Pdfapi\Model\MergeItem(['id' => $name, 'data' => ['number' => $number]]),
        ['2026-105', '2026-106'],
    );
    $merged = $templates->merge(new Pdfapi\Model\MergeRequest(['templates' => $documents]));
} catch (Pdfapi\ApiException $error) {
    $body = json_decode($error->getResponseBody(), true);
    fwrite(STDERR, $body['message'] . ' ' . ($body['hint'] ?? '') . ' ' . json_encode($body['errors'] ?? null) . "\n");
    exit(1);
}
file_put_contents('invoice.pdf', base64_decode($one->getPdf()));
file_put_contents('merged.pdf', base64_decode($merged->getPdf()));
