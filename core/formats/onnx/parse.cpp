// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/parse.h"

#include "core/formats/onnx/limits.h"

#include <google/protobuf/io/coded_stream.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace nestwright::onnx_format {
namespace {

tl::unexpected<Error> refuse(const std::string& path, Message what, std::optional<Message> remedy) {
    return failure(ErrorKind::input, std::move(what), {path, 0, 0}, std::move(remedy));
}

std::string_view withoutLeadingBlanks(std::string_view text) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
    return text;
}

bool isPlainText(std::string_view bytes) {
    const auto start = bytes.substr(0, 4096);
    return std::all_of(start.begin(), start.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x20 ? byte != 0x7F : (byte == '\n' || byte == '\r' || byte == '\t');
    });
}

struct Magic {
    std::string_view start;
    std::string_view name;
};

constexpr std::array kOtherFormats = {Magic{"PK\x03\x04", "a ZIP archive"}, Magic{"\x1F\x8B", "a gzip archive"},
                                      Magic{"\x89HDF", "an HDF5 file"},     Magic{"GGUF", "a GGUF file"},
                                      Magic{"%PDF", "a PDF document"},      Magic{"\x93NUMPY", "a NumPy array"},
                                      Magic{"\x89PNG", "a picture"}};

Message notOnnx(std::string_view what) {
    return message(NW_TEXT("onnx.file.other", "This is %1, not an ONNX model"), std::string(what));
}

/// An error for files that are recognisably something else.
Result<void> checkKind(std::string_view bytes, const std::string& path) {
    if (bytes.empty()) {
        return refuse(path, message(NW_TEXT("onnx.file.empty", "The file is empty, not an ONNX model")),
                      message(NW_TEXT("onnx.file.again", "Download or export the model again.")));
    }
    const auto text = withoutLeadingBlanks(bytes);
    if (text.substr(0, 24) == "version https://git-lfs.") {
        return refuse(path,
                      message(NW_TEXT("onnx.file.lfs", "This is a Git LFS pointer, a text that stands for the model")),
                      message(NW_TEXT("onnx.file.lfs.remedy", "Run \"git lfs pull\" in its repository, or download the "
                                                              "file itself.")));
    }
    if (isPlainText(bytes) && !text.empty() && text.front() == '<') {
        return refuse(path, notOnnx("a web page (HTML or XML)"),
                      message(NW_TEXT("onnx.file.html.remedy", "Download the file behind the page, the raw one.")));
    }
    for (const Magic& magic : kOtherFormats) {
        if (bytes.substr(0, magic.start.size()) == magic.start) {
            return refuse(path, notOnnx(magic.name),
                          message(NW_TEXT("onnx.file.other.remedy", "Unpack it or export the model to ONNX.")));
        }
    }
    if (bytes.size() >= 8 && isPlainText(bytes)) {
        return refuse(path, notOnnx("a text file"),
                      message(NW_TEXT("onnx.file.text.remedy", "Convert ONNX in its text form to the binary form "
                                                               "first; a Hugging Face model is opened by its "
                                                               "config.json.")));
    }
    if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == '\0'; })) {
        return refuse(path, notOnnx("a file of zeros"),
                      message(NW_TEXT("onnx.file.again", "Download or export the model again.")));
    }
    return {};
}

/// How far a walk over the fields of a message gets.
struct Walk {
    enum class End { whole, cut, senseless } end = End::whole;
    std::size_t offset = 0;  ///< of the field at which the walk ends
    std::size_t missing = 0; ///< bytes that the last field lacks
    std::string_view graph;  ///< content of the last field 7 with a length
    std::size_t graphOffset = 0;
};

std::optional<std::uint64_t> readVarint(std::string_view bytes, std::size_t& at) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70 && at < bytes.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        if (shift < 64) value |= std::uint64_t{byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0) return value;
    }
    return std::nullopt;
}

constexpr unsigned kVarint = 0;
constexpr unsigned kFixed64 = 1;
constexpr unsigned kLengthDelimited = 2;
constexpr unsigned kFixed32 = 5;
constexpr std::uint64_t kGraphField = 7;
constexpr std::uint64_t kLargestModelField = 25;

Walk walkFields(std::string_view bytes) {
    Walk walk;
    std::size_t at = 0;
    const auto stop = [&](Walk::End end, std::size_t missing) {
        walk.end = end;
        walk.missing = missing;
        return walk;
    };
    while (at < bytes.size()) {
        walk.offset = at;
        const auto tag = readVarint(bytes, at);
        if (!tag) return stop(at == bytes.size() ? Walk::End::cut : Walk::End::senseless, 1);
        const std::uint64_t field = *tag >> 3U;
        const unsigned wireType = *tag & 7U;
        std::uint64_t length = 0;
        if (field == 0) return stop(Walk::End::senseless, 0);
        if (wireType == kVarint) {
            if (!readVarint(bytes, at)) return stop(at == bytes.size() ? Walk::End::cut : Walk::End::senseless, 1);
        } else if (wireType == kFixed64 || wireType == kFixed32) {
            length = wireType == kFixed64 ? 8 : 4;
        } else if (wireType == kLengthDelimited) {
            const auto stated = readVarint(bytes, at);
            if (!stated) return stop(at == bytes.size() ? Walk::End::cut : Walk::End::senseless, 1);
            length = *stated;
            if (field == kGraphField) {
                walk.graph = bytes.substr(at, static_cast<std::size_t>(std::min<std::uint64_t>(length, bytes.size())));
                walk.graphOffset = at;
            }
        } else {
            return stop(Walk::End::senseless, 0);
        }
        if (length > bytes.size() - at) {
            // A length beyond what the format allows, or a field that models don't have, is no cut model but noise.
            const bool isPlausible = length <= kMaxFileBytes && field <= kLargestModelField;
            return stop(isPlausible ? Walk::End::cut : Walk::End::senseless,
                        static_cast<std::size_t>(length) - (bytes.size() - at));
        }
        at += static_cast<std::size_t>(length);
    }
    walk.offset = at;
    return walk;
}

Result<void> checkFields(std::string_view bytes, const std::string& path) {
    const Walk walk = walkFields(bytes);
    if (walk.end == Walk::End::cut) {
        return refuse(path,
                      message(NW_TEXT("onnx.file.cut", "The file is truncated: it ends at byte %1, inside a part that "
                                                       "begins at byte %2 and lacks at least %3 bytes"),
                              bytes.size(), walk.offset, walk.missing),
                      message(NW_TEXT("onnx.file.again", "Download or export the model again.")));
    }
    if (walk.end == Walk::End::senseless && walk.offset > 0 && !walk.graph.empty()) {
        return refuse(
            path,
            message(NW_TEXT("onnx.file.tail", "The model ends at byte %1, but %2 bytes that are no part of it "
                                              "follow"),
                    walk.offset, bytes.size() - walk.offset),
            message(NW_TEXT("onnx.file.again", "Download or export the model again.")));
    }
    if (walk.end == Walk::End::senseless) {
        return refuse(
            path,
            message(NW_TEXT("onnx.file.noise", "This is not an ONNX model: byte %1 can't begin a part of one"),
                    walk.offset),
            message(NW_TEXT("onnx.file.again", "Download or export the model again.")));
    }
    return {};
}

bool parseWhole(std::string_view bytes, onnx::ModelProto& model) {
    google::protobuf::io::CodedInputStream stream(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                                  static_cast<int>(bytes.size())); // NOLINT: bytes are bytes
    stream.SetTotalBytesLimit(static_cast<int>(kMaxFileBytes));
    return model.ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
}

} // namespace

Result<void> parseModel(std::string_view bytes, const std::string& path, onnx::ModelProto& model) {
    if (bytes.size() > kMaxFileBytes) {
        return refuse(path,
                      message(NW_TEXT("onnx.file.large", "The file has %1 bytes; an ONNX file has at most %2"),
                              bytes.size(), kMaxFileBytes),
                      message(NW_TEXT("onnx.file.large.remedy", "Save the weights as external data.")));
    }
    if (auto ok = checkKind(bytes, path); !ok) return ok;
    if (auto ok = checkFields(bytes, path); !ok) return ok;
    if (!parseWhole(bytes, model)) {
        return refuse(path,
                      message(NW_TEXT("onnx.file.damaged", "This is not an ONNX model that can be read: a part inside "
                                                           "it is damaged or nested too deeply")),
                      message(NW_TEXT("onnx.file.again", "Download or export the model again.")));
    }
    if (!model.has_graph()) {
        return refuse(path, message(NW_TEXT("onnx.file.no_graph", "The model has no graph")),
                      message(NW_TEXT("onnx.file.again", "Download or export the model again.")));
    }
    return {};
}

} // namespace nestwright::onnx_format
