<?php
// Lists the templates of the team, and prints a page of HTML into invoice.pdf.
// With the client that openapi-generator makes for PHP: see the README above this folder.
require 'vendor/autoload.php';

$configuration = (new Pdfapi\Configuration())
    ->setHost(getenv('PDFAPI_URL'))
    ->setAccessToken(getenv('PDFAPI_TOKEN'));
$http = new GuzzleHttp\Client(['timeout' => 60]);

try {
    $templates = new Pdfapi\Api\TemplatesApi($http, $configuration);
    foreach ($templates->listTemplates()->getData() as $template) {
        echo $template->getId(), ' ', $template->getName(), "\n";
    }

    $request = new Pdfapi\Model\HtmlToPdfRequest([
        'html' => '<h1>Invoice {{ number }}</h1>',
        'data' => ['number' => '2026-104'],
    ]);
    // The same key gets the same PDF and is charged once, also if the connection breaks.
    $result = (new Pdfapi\Api\HTMLApi($http, $configuration))->htmlToPdf($request, 'php-invoice-2026-104');
} catch (Pdfapi\ApiException $error) {
    $body = json_decode($error->getResponseBody(), true);
    fwrite(STDERR, $body['message'] . ' ' . json_encode($body['errors'] ?? null) . "\n");
    exit(1);
}
file_put_contents('invoice.pdf', base64_decode($result->getPdf()));
