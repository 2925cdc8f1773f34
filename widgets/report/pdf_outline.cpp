// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/pdf_outline.h"

#include <qpdf/Buffer.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFWriter.hh>

#include <exception>
#include <memory>

namespace nestwright {
namespace {

QPDFObjectHandle unicode(const QString& text) { return QPDFObjectHandle::newUnicodeString(text.toStdString()); }

/// [page /XYZ null null null]: the page at its top, zoom as it is.
QPDFObjectHandle destination(const QPDFObjectHandle& page) {
    const auto nothing = QPDFObjectHandle::newNull();
    return QPDFObjectHandle::newArray({page, QPDFObjectHandle::newName("/XYZ"), nothing, nothing, nothing});
}

QPDFObjectHandle outlineTree(QPDF& file, const std::vector<OutlineEntry>& entries) {
    const auto& pages = file.getAllPages();
    auto root = file.makeIndirectObject(QPDFObjectHandle::newDictionary());
    std::vector<QPDFObjectHandle> items;
    for (const auto& entry : entries) {
        if (entry.page < 0 || static_cast<std::size_t>(entry.page) >= pages.size()) continue;
        auto item = file.makeIndirectObject(QPDFObjectHandle::newDictionary());
        item.replaceKey("/Title", unicode(entry.title));
        item.replaceKey("/Parent", root);
        item.replaceKey("/Dest", destination(pages[static_cast<std::size_t>(entry.page)]));
        if (!items.empty()) {
            item.replaceKey("/Prev", items.back());
            items.back().replaceKey("/Next", item);
        }
        items.push_back(item);
    }
    if (items.empty()) return QPDFObjectHandle::newNull();
    root.replaceKey("/Type", QPDFObjectHandle::newName("/Outlines"));
    root.replaceKey("/First", items.front());
    root.replaceKey("/Last", items.back());
    root.replaceKey("/Count", QPDFObjectHandle::newInteger(static_cast<long long>(items.size())));
    return root;
}

QByteArray rewritten(const QByteArray& pdf, const std::vector<OutlineEntry>& entries, const QString& language) {
    QPDF file;
    file.setSuppressWarnings(true);
    file.processMemoryFile("report", pdf.constData(), static_cast<std::size_t>(pdf.size()));
    auto catalogue = file.getRoot();
    auto outline = outlineTree(file, entries);
    if (!outline.isNull()) {
        catalogue.replaceKey("/Outlines", outline);
        catalogue.replaceKey("/PageMode", QPDFObjectHandle::newName("/UseOutlines"));
    }
    catalogue.replaceKey("/Lang", unicode(language));
    auto preferences = QPDFObjectHandle::newDictionary();
    preferences.replaceKey("/DisplayDocTitle", QPDFObjectHandle::newBool(true));
    catalogue.replaceKey("/ViewerPreferences", preferences);

    QPDFWriter writer(file);
    writer.setOutputMemory();
    writer.setDeterministicID(true);
    // PDF/A-1 knows neither object streams nor cross-reference streams.
    writer.setObjectStreamMode(qpdf_o_disable);
    writer.write();
    const std::unique_ptr<Buffer> result(writer.getBuffer());
    return {reinterpret_cast<const char*>(result->getBuffer()), static_cast<qsizetype>(result->getSize())};
}

} // namespace

QByteArray withOutline(const QByteArray& pdf, const std::vector<OutlineEntry>& entries, const QString& language) {
    try {
        return rewritten(pdf, entries, language);
    } catch (const std::exception&) {
        return pdf;
    }
}

} // namespace nestwright
